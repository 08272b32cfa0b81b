/** A reading under review: what the checks found, the months before, and the decision with its reason. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { editReading, getReading, type Reading, reviewReading } from '../../readings/contract.ts';
import style from '../meters.module.css';
import { PastUse } from '../past-use.tsx';
import { VisitsOfReading } from '../route/visits-of-reading.tsx';
import { useConsumerName, useWhy } from '../words.tsx';
import { ReadingFacts } from './reading-facts.tsx';

export type Decision = 'approve' | 'reread' | 'reopen' | 'edit';
type DecisionProps = { reading: Reading; close: () => void };

export function Findings({ reading }: { reading: Reading }) {
  const t = useTexts('meters');
  const why = useWhy();
  // The months before: a decision about this month changes none of them.
  const { data } = useAnswer(getReading, { params: { id: reading.id } }, { afterActs: 'when-shown' });
  return (
    <>
      <ReadingFacts reading={reading} />
      <PastUse readings={data?.history ?? []} />
      {reading.flags.length > 0 ? (
        <ul className={style.why}>
          {reading.flags.map((flag) => (
            <li key={flag}>{why(reading, flag)}</li>
          ))}
        </ul>
      ) : null}
      <VisitsOfReading connectionId={reading.connectionId} period={reading.period} />
      {reading.takenBy ? (
        <p className={style.quiet}>{t('review.taken_by', { name: reading.takenBy })}</p>
      ) : null}
      {reading.firstApprovedBy ? (
        <p className={style.quiet}>{t('review.first_by', { name: reading.firstApprovedBy })}</p>
      ) : null}
    </>
  );
}

function Review({ reading, action, close }: DecisionProps & { action: Exclude<Decision, 'edit'> }) {
  const t = useTexts('meters');
  const form = useForm(reviewReading, {
    initial: { reason: '' },
    extra: { id: reading.id, version: reading.version, action },
    onDone: (after) => {
      close();
      const isFirst = after.state !== 'APPROVED';
      const done = {
        reread: 'review.reread_done',
        reopen: 'review.reopened',
        approve: isFirst ? 'review.approved_first' : 'review.approved',
      } as const;
      return toast('success', t(done[action]));
    },
  });
  const isSecond = reading.firstApprovedBy !== null;
  const submit = action === 'approve' && isSecond ? 'review.approve_second' : (`review.${action}` as const);
  return (
    <FormBody form={form} submit={t(submit)} cancel={close}>
      <Findings reading={reading} />
      <LongTextField
        form={form}
        name="reason"
        label={t('review.reason')}
        help={t('review.reason_help')}
        required={reading.flags.length > 0 || action !== 'approve'}
      />
    </FormBody>
  );
}

function Edit({ reading, close }: DecisionProps) {
  const t = useTexts('meters');
  const form = useForm(editReading, {
    initial: { registerLitres: reading.registerLitres, readOn: reading.readOn, reason: '' },
    version: reading.version,
    extra: { id: reading.id },
    onDone: () => {
      close();
      return toast('success', t('review.edited'));
    },
  });
  return (
    <FormBody form={form} submit={t('review.edit')} cancel={close}>
      <Findings reading={reading} />
      <FieldRow>
        <VolumeField form={form} name="registerLitres" label={t('register')} required autoFocus />
        <DayField form={form} name="readOn" label={t('reading.day')} required />
      </FieldRow>
      <LongTextField
        form={form}
        name="reason"
        label={t('review.reason')}
        help={t('review.reason_help')}
        required
      />
    </FormBody>
  );
}

export function ReviewDialog({ reading, decision, close }: DecisionProps & { decision: Decision }) {
  const t = useTexts('meters');
  const consumer = useConsumerName();
  const { digits } = useFormats();
  const title = `${t('reading.take_title', { meter: digits(reading.meterNumber) })} · ${consumer(reading)}`;
  return (
    <FormDialog title={title} close={close}>
      {decision === 'edit' ? (
        <Edit reading={reading} close={close} />
      ) : (
        <Review reading={reading} action={decision} close={close} />
      )}
    </FormDialog>
  );
}
