/** One reading is typed in; the register before and the use of the last months stand beside it. */
import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useFormats } from '#web/use-formats.ts';
import { getMeter } from '../contract.ts';
import { captureReading, type Reading } from '../readings/contract.ts';
import style from './meters.module.css';
import { PastUse } from './past-use.tsx';
import { today, useConsumerName } from './words.tsx';

export type Unread = {
  meterId: string;
  meterNumber: string;
  consumerName: string;
  consumerNameBn: string | null;
  previousLitres: number | null;
  previousOn: string | null;
};

/** Says what was saved; where a check was not passed, which. */
function useSaved() {
  const t = useTexts('meters');
  const { cubicMetres } = useFormats();
  return (reading: Reading) => {
    const flags = reading.flags.map((flag) => t(`flags.${flag}`)).join(', ');
    return flags
      ? toast('info', t('reading.saved_flagged', { flags }))
      : toast('success', t('reading.saved', { used: cubicMetres(reading.consumptionLitres ?? 0) }));
  };
}

type CaptureDialogProps = { meter: Unread; period: string; close: () => void };

export function CaptureDialog({ meter, period, close }: CaptureDialogProps) {
  const t = useTexts('meters');
  const { cubicMetres, day, digits } = useFormats();
  const consumer = useConsumerName();
  const past = useAnswer(getMeter, { params: { id: meter.meterId } });
  const say = useSaved();
  const form = useForm(captureReading, {
    initial: { readOn: today() },
    extra: { meterId: meter.meterId, period },
    noGuard: true,
    onDone: (reading) => {
      close();
      return say(reading);
    },
  });
  const before =
    meter.previousLitres !== null && meter.previousOn
      ? t('reading.before', { register: cubicMetres(meter.previousLitres), day: day(meter.previousOn) })
      : undefined;
  return (
    <FormDialog
      title={`${t('reading.take_title', { meter: digits(meter.meterNumber) })} · ${consumer(meter)}`}
      close={close}
    >
      <FormBody form={form} submit={t('reading.save')} cancel={close}>
        <PastUse readings={past.data?.readings ?? []} />
        {before ? <p className={style.quiet}>{before}</p> : null}
        <FieldRow>
          <VolumeField form={form} name="registerLitres" label={t('register')} required autoFocus />
          <DayField form={form} name="readOn" label={t('reading.day')} required />
        </FieldRow>
        <TextField form={form} name="remark" label={t('reading.remark')} />
      </FormBody>
    </FormDialog>
  );
}
