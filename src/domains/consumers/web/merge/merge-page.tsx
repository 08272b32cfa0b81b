/** Merging a duplicate: it is chosen, both are seen side by side, and the number of the one that goes is typed. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePath, usePathParam, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { type MergedField, type MergeSide, mergeConsumers, previewMerge } from '../../merge/contract.ts';
import { recordPath } from '../record-path.ts';
import { useName } from '../use-name.ts';
import { ChooseOther } from './choose-other.tsx';
import { Comparison } from './comparison.tsx';
import style from './merge.module.css';

type Sides = { from: MergeSide; into: MergeSide };

function MergeForm({ from, into }: Sides) {
  const t = useTexts('consumers');
  const go = useGo();
  const nameOf = useName();
  const { digits } = useFormats();
  const form = useForm(mergeConsumers, {
    initial: { confirmNumber: '', reason: '', keepFrom: defaultsFrom({ from, into }) },
    extra: { fromId: from.id, intoId: into.id, fromVersion: from.version, intoVersion: into.version },
    onDone: async () => {
      await go(recordPath(into.id), {}, { replace: true });
      return toast('success', t('merge.done'));
    },
  });
  const keepFrom = (form.valueOf('keepFrom') as MergedField[] | undefined) ?? [];
  const keep = (field: MergedField, isFrom: boolean) =>
    form.change('keepFrom', isFrom ? [...keepFrom, field] : keepFrom.filter((other) => other !== field));
  return (
    <FormBody
      form={form}
      submit={t('merge.submit', { from: digits(from.number) })}
      danger
      cancel={() => void go(recordPath(into.id))}
    >
      <Comparison from={from} into={into} keepFrom={keepFrom} keep={keep} />
      <Alert color="yellow" icon={<IconAlertTriangle size={20} />}>
        <b>{t('merge.final')}</b>{' '}
        {t('merge.final_about', { name: nameOf(into), from: digits(from.number), into: digits(into.number) })}
      </Alert>
      <TextField
        form={form}
        name="confirmNumber"
        label={t('merge.confirm', { number: digits(from.number) })}
        help={t('merge.confirm_help')}
        inputMode="numeric"
        required
      />
      <LongTextField
        form={form}
        name="reason"
        label={t('steps.reason')}
        help={t('merge.reason_help')}
        required
      />
    </FormBody>
  );
}

/** What only the one that goes knows is kept from the start. */
function defaultsFrom({ from, into }: Sides): MergedField[] {
  return (['nameBn', 'email', 'nid', 'dateOfBirth', 'address'] as const).filter(
    (field) => !into[field] && from[field],
  );
}

function Preview({ fromId, intoId }: { fromId: string; intoId: string }) {
  const t = useTexts('consumers');
  const go = useGo();
  const { data, error, refetch } = useAnswer(previewMerge, { query: { fromId, intoId } });
  if (error) return <FailedPage error={error} retry={() => void refetch()} />;
  if (!data) return <RecordSkeleton />;
  const taken = [data.from, data.into].find(({ status }) => status === 'merged');
  if (taken) return <Alert color="red">{t('errors.merged')}</Alert>;
  const swap = () => go(`${recordPath(fromId)}/merge`, { with: intoId }, { replace: true });
  const other = () => go(`${recordPath(intoId)}/merge`, {}, { replace: true });
  return (
    <Sheet
      title={t('merge.compare')}
      action={
        <span className={style.buttons}>
          <Button variant="default" leftSection={<IconArrowsExchange size={16} />} onClick={swap}>
            {t('merge.swap')}
          </Button>
          <Button variant="subtle" onClick={other}>
            {t('merge.choose_again')}
          </Button>
        </span>
      }
    >
      <MergeForm key={`${fromId} ${intoId}`} {...data} />
    </Sheet>
  );
}

export function MergePage() {
  const t = useTexts('consumers');
  const intoId = usePathParam();
  const fromId = useUrlQuery().with;
  const path = usePath();
  const go = useGo();
  return (
    <div className={style.page}>
      <PageHead title={t('merge.title')} about={t('merge.about')} />
      {fromId ? (
        <Preview fromId={fromId} intoId={intoId} />
      ) : (
        <ChooseOther id={intoId} choose={(id) => void go(path, { with: id })} />
      )}
    </div>
  );
}
