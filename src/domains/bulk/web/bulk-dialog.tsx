/** Before an act on many records: to how many it will be done, which are left out and why, and what the act has to be told. */
import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EndpointAnswer, EndpointInput } from '#shared/endpoint.ts';
import { minor } from '#shared/money.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { type BulkJob, lookAtChoice, startJob } from '../contract.ts';
import style from './bulk.module.css';
import { Reason } from './reason.tsx';
import type { ToldForm } from './told-fields.ts';

export type Choice = NonNullable<EndpointInput<typeof lookAtChoice>['body']>['of'];
type Looked = EndpointAnswer<typeof lookAtChoice>['items'][number];

type BulkDialogProps = {
  action: { name: string; title: string };
  of: Choice;
  told?: ToldForm | undefined;
  /** With the job, if one was started. */
  close: (started?: BulkJob) => void;
};

export function BulkDialog({ action, of, told = {}, close }: BulkDialogProps) {
  const t = useTexts('bulk');
  const [chosen, setChosen] = useState<Record<string, unknown>>({});
  const looked = useAnswer(
    lookAtChoice,
    { body: { action: action.name, told: chosen, of } },
    { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 },
  );
  const items = looked.data?.items ?? [];
  const allowed = items.filter(({ code }) => code === null);
  const form = useForm(startJob, {
    initial: { action: action.name, told: { ...told.initial } },
    extra: {
      items: allowed.map(({ id, version, sumMinor }) => ({
        ...{ id, version },
        ...(sumMinor === undefined ? {} : { sumMinor }),
      })),
      leftOut: items.flatMap(({ id, version, code }) => (code === null ? [] : [{ id, version }])),
    },
    onDone: (job) => {
      close(job);
      return toast('success', t('dialog.started'));
    },
  });
  const fields = form as unknown as FormFields<`told.${string}`>;
  const now = JSON.stringify(
    Object.fromEntries(
      (told.asksAgain ?? []).map((name) => [name, fields.valueOf(`told.${name}`) || undefined]),
    ),
  );
  useEffect(() => setChosen(JSON.parse(now) as Record<string, unknown>), [now]);
  const leave = () => close();
  const title = looked.data ? t('dialog.title', { action: action.title, count: items.length }) : action.title;
  const Fields = told.fields;
  return (
    <FormDialog title={title} close={leave}>
      {looked.error && !looked.data ? (
        <Failed error={looked.error} retry={looked.refetch} />
      ) : !looked.data ? (
        <p role="status" className={style.soft}>
          {t('dialog.looking')}
        </p>
      ) : allowed.length === 0 && chosenNothing(chosen) ? (
        <>
          <p className={style.none}>{t('dialog.none')}</p>
          <LeftOut items={items} />
          <Group>
            <CloseButton close={leave} />
          </Group>
        </>
      ) : (
        <FormBody
          form={form}
          submit={t('dialog.run', { action: action.title, count: allowed.length })}
          cancel={leave}
        >
          <div aria-live="polite" aria-busy={looked.isPlaceholderData || undefined}>
            <p className={style.will}>
              <IconCircleCheck size={18} aria-hidden="true" />
              {allowed.length > 0 ? t('dialog.will', { count: allowed.length }) : t('dialog.none')}
            </p>
            <Sums items={allowed} />
            <LeftOut items={items} />
          </div>
          {Fields ? <Fields form={fields} /> : null}
        </FormBody>
      )}
    </FormDialog>
  );
}

const chosenNothing = (chosen: Record<string, unknown>) =>
  Object.values(chosen).every((value) => value === undefined);

function CloseButton({ close }: { close: () => void }) {
  const t = useTexts('common');
  return (
    <Button variant="default" onClick={close}>
      {t('actions.close')}
    </Button>
  );
}

/** What each record comes to, and all together: the person agrees to these sums. */
function Sums({ items }: { items: readonly Looked[] }) {
  const t = useTexts('bulk');
  const { digits, money } = useFormats();
  const summed = items.flatMap(({ id, label, path, sumMinor }) =>
    sumMinor === undefined ? [] : [{ id, label, path, sumMinor }],
  );
  if (summed.length === 0) return null;
  const total = minor(summed.reduce((sum, { sumMinor }) => sum + sumMinor, 0));
  return (
    <div className={style.sums}>
      <ul>
        {summed.map(({ id, label, path, sumMinor }) => (
          <li key={id}>
            <GoLink to={path}>{digits(label)}</GoLink>
            <span>{money(sumMinor)}</span>
          </li>
        ))}
      </ul>
      <p>
        <span>{t('dialog.sum')}</span>
        <span>{money(total)}</span>
      </p>
    </div>
  );
}

/** So many numbers are named for a reason; the others are counted. */
const NAMED = 12;

/** What it cannot be done to, together by its reason. */
function LeftOut({ items }: { items: readonly Looked[] }) {
  const t = useTexts('bulk');
  const { digits } = useFormats();
  const out = items.filter(({ code }) => code !== null);
  if (out.length === 0) return null;
  const byCode = Map.groupBy(out, ({ code }) => code ?? '');
  return (
    <div className={style.out}>
      <p className={style.outHead}>
        <IconAlertCircle size={18} aria-hidden="true" />
        {t('dialog.cannot', { count: out.length })}
      </p>
      <ul>
        {[...byCode].map(([code, same]) => (
          <li key={code}>
            <span>
              <Reason code={code} params={same[0]?.params ?? {}} />
            </span>
            <span className={style.numbers}>
              {same.slice(0, NAMED).map(({ id, label, path }) =>
                label ? (
                  <GoLink key={id} to={path}>
                    {digits(label)}
                  </GoLink>
                ) : null,
              )}
              {same.length > NAMED ? <span>{t('dialog.more', { count: same.length - NAMED })}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
