/**
 * What was done and what it took: in a dialog of the record, and on the page of the repair. What is typed stays on this phone until it is
 * sent, and goes through the phone's outbox (decision 0050).
 */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FieldError } from '#shared/errors.ts';
import { NoNetwork, RefusedNote } from '#web/outbox/notes.tsx';
import { useDiscard } from '#web/outbox/outbox-list.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { errors, type OrderDetail } from '../../contract.ts';
import { sumOfQuantities } from '../../parts.rules.ts';
import { completeOrder } from '../../steps/contract.ts';
import { differsMuch } from '../../work-order.rules.ts';
import { useManyLines } from '../record/many-lines.ts';
import { CostFields, type Line, type Stock, typedTotal, withTaken } from '../record/material-lines.tsx';
import { MomentField } from '../record/moment-field.tsx';
import style from '../work-orders.module.css';
import { completionOf, type Typed } from './order-keeper.ts';
import { PhotosOfWork } from './photos-of-work.tsx';
import { UnusualFields, useUnusual } from './unusual-fields.tsx';
import type { Kept } from './use-keeper.ts';
import { WaitingCompletion } from './waiting-completion.tsx';

/** All of a material in one line, also if its parts have different rates. */
const linesOf = (lines: OrderDetail['estimate']) =>
  [...Map.groupBy(lines, ({ materialId }) => materialId)].map(([materialId, parts]) => ({
    materialId,
    quantity: sumOfQuantities(parts),
  }));

/** Of work that was completed before, as it was then; if not, as it was estimated. */
function labourOf({ usedMinor, used, labourMinor }: OrderDetail): number {
  if (usedMinor === null) return labourMinor ?? 0;
  return usedMinor - used.reduce((sum, line) => sum + line.amountMinor, 0);
}

const startOf = (order: OrderDetail) => ({
  ...{ completedAt: null, cause: order.cause ?? '', workDone: order.workDone ?? '' },
  lostLitres: order.lostLitres,
  labourMinor: labourOf(order),
  materials: linesOf(order.usedMinor === null ? order.estimate : order.used),
  varianceReason: order.varianceReason ?? '',
  unusualReason: order.unusual?.reason ?? '',
  unprovenReason: '',
});

export type CompleteFormProps = {
  order: OrderDetail;
  kept: Kept;
  stock: Stock;
  done: () => void;
  cancel?: () => void;
};

export function CompleteForm(props: CompleteFormProps) {
  const { kept } = props;
  const [isSending, setSending] = useState(false);
  /** The form begins again after what was typed is discarded. */
  const [round, setRound] = useState(0);
  if (!kept.isLoaded) return <RecordSkeleton />;
  const left = completionOf(kept.entries);
  if (left?.state === 'waiting' && !isSending)
    return <WaitingCompletion {...kept} order={props.order} stock={props.stock} entry={left} />;
  return <CompleteFields key={round} {...props} setSending={setSending} again={() => setRound(round + 1)} />;
}

type CompleteFieldsProps = CompleteFormProps & {
  setSending: (isSending: boolean) => void;
  again: () => void;
};

function useCompletion({ order, stock, done, kept, setSending }: CompleteFieldsProps) {
  const t = useTexts('work-orders');
  const { keeper, entries } = kept;
  const [start] = useState(() => ({ ...startOf(order), ...(completionOf(entries)?.typed as Typed) }));
  const latest = useRef<Typed>(start);
  const needed = useRef<readonly FieldError[]>([]);
  const shown = useRef<ReturnType<typeof useUnusual>>([]);
  const form = useForm(completeOrder, {
    initial: start as Parameters<typeof useForm<typeof completeOrder>>[1]['initial'],
    extra: { orderId: order.id, version: order.version },
    noGuard: 'kept on the phone while it is typed',
    // Also without a network: what the server would ask for is asked here.
    finds: () => needed.current.filter(({ path }) => isBlank(latest.current[path])),
    async sendBy(sent) {
      setSending(true);
      try {
        const body = { ...sent.body, unusual: shown.current };
        const outcome = await keeper.complete({ ...sent, body } as typeof sent, latest.current);
        if (outcome.kind === 'delivered') return outcome.answer as never;
        void toast('success', t('phone.kept_here'));
        done();
        return undefined;
      } finally {
        setSending(false);
      }
    },
    onDone: () => {
      done();
      return toast('success', t('complete.done'));
    },
  });
  latest.current = form.values as Typed;
  const { values, isChanged } = form;
  useEffect(() => {
    if (isChanged) keeper.type(values as Typed);
  }, [values, isChanged, keeper]);
  const fields = form as unknown as FormFields<string>;
  const usedMinor = typedTotal(fields, stock);
  const many = useManyLines(order, stock)((form.valueOf('materials') ?? []) as Line[]);
  const unusual = useUnusual(fields, order.limits, many);
  const isFar = differsMuch(order.estimateMinor, usedMinor) || form.problemOf('varianceReason') !== undefined;
  const asksWhy = useAsksWhy(fields, kept.isProven);
  shown.current = unusual;
  needed.current = [
    ...(isFar ? [required('varianceReason')] : []),
    ...(unusual.length > 0 ? [required('unusualReason')] : []),
    ...(kept.isProven ? [] : [{ path: 'unprovenReason', code: errors.unproven.code, params: {} }]),
  ];
  return { form, fields, usedMinor, unusual, many, isFar, asksWhy };
}

const required = (path: string): FieldError => ({ path, code: 'common.required', params: {} });
const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** Why no photo shows the work is asked after the button was pressed without one: most crews add it last. A photo answers it, unless the server asked. */
function useAsksWhy(form: FormFields<string>, isProven: boolean): boolean {
  const isAsked = form.problemOf('unprovenReason') !== undefined;
  const [askedBy, setAskedBy] = useState(isBlank(form.valueOf('unprovenReason')) ? null : 'form');
  if (isAsked && askedBy === null) setAskedBy(isProven ? 'server' : 'form');
  return askedBy === 'server' || (askedBy === 'form' && !isProven);
}

function CompleteFields(props: CompleteFieldsProps) {
  const { order, cancel, kept, again } = props;
  const t = useTexts('work-orders');
  const stock = withTaken(props.stock, order.used);
  const { money } = useFormats();
  const { form, fields, usedMinor, unusual, many, isFar, asksWhy } = useCompletion({ ...props, stock });
  const left = completionOf(kept.entries);
  const [startedBefore] = useState(left);
  const isTold = form.refusal !== null || form.summary.length > 0;
  return (
    <FormBody form={form} submit={t('act.complete')} {...(cancel ? { cancel } : {})}>
      <NoNetwork entries={kept.entries} />
      {left?.state === 'refused' && !isTold ? <RefusedNote entry={left} discarded={again} /> : null}
      {left?.state === 'draft' && startedBefore?.state === 'draft' ? (
        <Started kept={kept} at={startedBefore.madeAt} discarded={again} />
      ) : null}
      <TextField
        form={form}
        name="cause"
        label={t('detail.cause')}
        help={t('complete.cause_help')}
        required
      />
      <LongTextField form={form} name="workDone" label={t('detail.work_done')} required />
      <VolumeField form={form} name="lostLitres" label={t('detail.lost')} help={t('complete.lost_help')} />
      <CostFields form={fields} stock={stock} totalLabel={t('cost.used')} />
      <MomentField
        form={form}
        name="completedAt"
        label={t('complete.day')}
        help={t('arrive.help')}
        earliest={order.arrivedAt}
      />
      {isFar ? (
        <>
          <p className={style.note} role="note">
            {t('complete.differs', { estimate: money(order.estimateMinor ?? 0), used: money(usedMinor) })}
          </p>
          <LongTextField form={form} name="varianceReason" label={t('detail.variance_reason')} required />
        </>
      ) : null}
      <UnusualFields form={fields} unusual={unusual} limits={order.limits} many={many} />
      <div className={style.proof}>
        <PhotosOfWork order={order} kept={kept} moment="AFTER" />
        {asksWhy ? (
          <LongTextField
            form={form}
            name="unprovenReason"
            label={t('complete.unproven_reason')}
            help={t('complete.unproven_help')}
            required
          />
        ) : null}
      </div>
    </FormBody>
  );
}

type StartedProps = { kept: Kept; at: string; discarded: () => void };

/** What was typed here before is in the form again. */
function Started({ kept, at, discarded }: StartedProps) {
  const t = useTexts('work-orders');
  const frame = useTexts('frame');
  const { instant } = useFormats();
  const ask = useDiscard();
  const drop = async () => {
    const left = completionOf(kept.entries);
    if (!left || !(await ask([left], frame('outbox.discard_help')))) return;
    kept.keeper.forget();
    discarded();
  };
  return (
    <Group className={style.started} role="status" gap="xs" justify="space-between">
      <span>{t('phone.started', { at: instant(at) })}</span>
      <Button size="compact-sm" variant="default" onClick={() => void drop()}>
        {frame('outbox.discard')}
      </Button>
    </Group>
  );
}
