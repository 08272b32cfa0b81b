/**
 * Readings are typed in, one meter after the other; the register before and the use of the last months are beside it.
 */
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { getMeter } from '../contract.ts';
import { captureReading, listRoute, type Reading } from '../readings/contract.ts';
import style from './meters.module.css';
import { PastUse } from './past-use.tsx';
import { useConsumerName } from './words.tsx';

export type Unread = {
  meterId: string;
  meterNumber: string;
  consumerName: string;
  consumerNameBn: string | null;
  previousLitres: number | null;
  previousOn: string | null;
};

/** What the list on the screen is narrowed to. */
type Scope = { period: string; sectorId?: string | undefined };

/** The next meter on the way that is not read yet; behind the last one those that were left out before. */
async function nextUnread(scope: Scope, connectionId: string): Promise<Unread | undefined> {
  const query = { ...scope, read: 'no' as const, sort: 'route' as const, limit: 1 };
  const ahead = await call(listRoute, { query: { ...query, after: connectionId } });
  return ahead.items[0] ?? (await call(listRoute, { query })).items[0];
}

/** Says what was saved and what comes next; if a check was not passed, which one. */
function useSaved() {
  const t = useTexts('meters');
  const { digits } = useFormats();
  return (reading: Reading, next: Unread | undefined) => {
    const flags = reading.flags.map((flag) => t(`flags.${flag}`)).join(', ');
    if (flags) return toast('info', t('reading.saved_flagged', { flags }));
    return toast(
      'success',
      next ? t('reading.next', { meter: digits(next.meterNumber) }) : t('reading.all_read'),
    );
  };
}

/** After the dialog's own trap of the focus. */
const FOCUS_MS = 90;

/** Each meter begins in its field, also on a phone: there is nothing else to do here. */
function useFieldFocus() {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => form.current?.querySelector('input')?.focus(), FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);
  return form;
}

type CaptureFormProps = {
  meter: Unread;
  period: string;
  readOn: string;
  onSaved: (reading: Reading) => unknown;
  close: () => void;
};

function CaptureForm({ meter, period, readOn, onSaved, close }: CaptureFormProps) {
  const t = useTexts('meters');
  const { cubicMetres, day } = useFormats();
  const past = useAnswer(getMeter, { params: { id: meter.meterId } });
  const box = useFieldFocus();
  const form = useForm(captureReading, {
    initial: { readOn },
    extra: { meterId: meter.meterId, period },
    onDone: onSaved,
  });
  const before =
    meter.previousLitres !== null && meter.previousOn
      ? t('reading.before', { register: cubicMetres(meter.previousLitres), day: day(meter.previousOn) })
      : undefined;
  return (
    <div ref={box}>
      <FormBody form={form} submit={t('reading.save_next')} cancel={close}>
        <PastUse readings={past.data?.readings ?? []} />
        {before ? <p className={style.quiet}>{before}</p> : null}
        <FieldRow>
          <VolumeField form={form} name="registerLitres" label={t('register')} required />
          <DayField form={form} name="readOn" label={t('reading.day')} required />
        </FieldRow>
        <TextField form={form} name="remark" label={t('reading.remark')} />
      </FormBody>
    </div>
  );
}

type CaptureDialogProps = { meter: Unread; scope: Scope; close: () => void };

/** Goes from meter to meter along the way until it is closed: type, Enter, type, Enter. */
export function CaptureDialog({ meter: first, scope, close }: CaptureDialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const consumer = useConsumerName();
  const [meter, setMeter] = useState(first);
  const [readOn, setReadOn] = useState(today());
  const say = useSaved();
  const goOn = async (reading: Reading) => {
    const next = await nextUnread(scope, reading.connectionId);
    say(reading, next);
    if (!next) return close();
    setReadOn(reading.readOn);
    setMeter(next);
  };
  return (
    <FormDialog
      title={`${t('reading.take_title', { meter: digits(meter.meterNumber) })} · ${consumer(meter)}`}
      close={close}
    >
      <CaptureForm
        key={meter.meterId}
        meter={meter}
        period={scope.period}
        readOn={readOn}
        onSaved={goOn}
        close={close}
      />
    </FormDialog>
  );
}
