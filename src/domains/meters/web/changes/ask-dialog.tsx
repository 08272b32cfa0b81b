/** Asks to change the meter of a connection, beside what the old one showed last; and the same form for who corrects a request. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { LoadedDialog } from '#web/ui/record/loaded-dialog.tsx';
import {
  askChange,
  type BeforeChange,
  beforeChange,
  type Change,
  resendChange,
} from '../../changes/contract.ts';
import style from '../meters.module.css';
import { ANSWERS, FigureFields } from './figure-fields.tsx';

type Fields = Parameters<typeof FigureFields>[0]['form'];
type Known = { meterNumber: string; lastLitres: number; lastOn: string };

function OldMeter({ meterNumber, lastLitres, lastOn }: Known) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  return (
    <p className={style.quiet}>
      {t('changes.about_old', { meter: digits(meterNumber), last: lastLitres, day: lastOn })}
    </p>
  );
}

type AskDialogProps = { connectionId: string; connectionNumber: string; close: () => void };

export function AskDialog({ connectionId, connectionNumber, close }: AskDialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const answer = useAnswer(beforeChange, { params: { id: connectionId } });
  const title = t('changes.ask_title', { number: digits(connectionNumber) });
  return (
    <LoadedDialog title={title} answer={answer} close={close}>
      {(known) => <AskForm {...{ connectionId, title, known, close }} />}
    </LoadedDialog>
  );
}

type AskFormProps = { connectionId: string; title: string; known: BeforeChange; close: () => void };

function AskForm({ connectionId, title, known, close }: AskFormProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(askChange, {
    initial: { changedOn: today(), meterNumber: '', sealNumber: '', reason: '' },
    extra: { connectionId },
    answers: ANSWERS,
    onDone: ({ number }) => {
      close();
      return toast('success', t('changes.asked_for', { number: digits(number) }));
    },
  });
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('changes.submit')} cancel={close}>
        <OldMeter {...known} />
        <FigureFields form={form as unknown as Fields} />
      </FormBody>
    </FormDialog>
  );
}

/** Of the own request, before it is decided. */
export function CorrectDialog({ change, close }: { change: Change; close: () => void }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { finalLitres, openingLitres, changedOn, cause, reason, sealNumber } = change;
  const form = useForm(resendChange, {
    initial: {
      ...{ finalLitres, openingLitres, changedOn, cause, reason, sealNumber },
      meterNumber: change.newMeterNumber,
    },
    extra: { requestId: change.id, version: change.version },
    answers: ANSWERS,
    onDone: () => {
      close();
      return toast('success', t('changes.corrected'));
    },
  });
  return (
    <FormDialog title={t('changes.ask_title', { number: digits(change.connectionNumber) })} close={close}>
      <FormBody form={form} submit={t('changes.correct')} cancel={close}>
        {change.state === 'RETURNED' && change.remark ? (
          <p>
            {change.remark} — {change.decidedBy}
          </p>
        ) : null}
        <OldMeter {...change} />
        <FigureFields form={form as unknown as FormFields<never> as Fields} />
      </FormBody>
    </FormDialog>
  );
}
