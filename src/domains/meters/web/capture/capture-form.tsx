/** The register of one meter: a new reading, or one that was saved and is opened again. */
import { useRef, useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { ignoreHeldEnter, READING_MS } from '#web/ui/keys/read-first.ts';
import { captureReading, editReading, type NextMeter, type Reading } from '../../readings/contract.ts';
import { isDoubtful, type LikelyUse, likelyUse } from '../../readings/likely-use.rules.ts';
import style from '../meters.module.css';
import { PastUse } from '../past-use.tsx';
import { LikelyUseLine } from './likely-use-line.tsx';

type Values = { registerLitres?: unknown; readOn?: unknown };

/** What the values mean, and the question that an unlikely one is asked once: Enter again confirms it. */
function useDoubt(meter: NextMeter, values: () => Values) {
  const [asked, setAsked] = useState<unknown>(null);
  const asking = useRef({ about: null as unknown, since: 0 });
  const use = (): LikelyUse => {
    const { registerLitres, readOn } = values();
    const day = typeof readOn === 'string' ? readOn : meter.expectedOn;
    if (typeof registerLitres === 'number' && !Number.isNaN(registerLitres))
      return likelyUse(meter, registerLitres, day);
    return { used: null, usual: likelyUse(meter, 0, day).usual, verdict: 'unknown' };
  };
  return {
    use,
    isAsking: () => asked !== null && asked === values().registerLitres,
    /** False the first time; the same figure again is meant, if it comes after the question was read. */
    async before(): Promise<boolean> {
      const found = use();
      const { registerLitres } = values();
      if (!isDoubtful(found)) return true;
      const now = performance.now();
      if (asking.current.about === registerLitres) return now - asking.current.since >= READING_MS;
      asking.current = { about: registerLitres, since: now };
      setAsked(registerLitres);
      return false;
    },
  };
}

function Before({ meter }: { meter: NextMeter }) {
  const t = useTexts('meters');
  const { cubicMetres, day } = useFormats();
  const { previousLitres, previousOn } = meter;
  if (previousLitres === null || !previousOn) return null;
  return (
    <p className={style.quiet}>
      {t('reading.before', { register: cubicMetres(previousLitres), day: day(previousOn) })}
    </p>
  );
}

type MeasuredProps = {
  form: FormFields<'registerLitres' | 'readOn'>;
  meter: NextMeter;
  doubt: ReturnType<typeof useDoubt>;
};

/** What is read at the meter, between the use before and the use that follows from it. */
function Measured({ form, meter, doubt }: MeasuredProps) {
  const t = useTexts('meters');
  return (
    <>
      <PastUse readings={meter.history} />
      <Before meter={meter} />
      <FieldRow>
        <VolumeField form={form} name="registerLitres" label={t('register')} required />
        <DayField form={form} name="readOn" label={t('reading.day')} required />
      </FieldRow>
      <LikelyUseLine use={doubt.use()} isAsking={doubt.isAsking()} />
    </>
  );
}

type CaptureFormProps = {
  meter: NextMeter;
  period: string;
  readOn: string;
  onSaved: (reading: Reading) => unknown;
  close: () => void;
};

export function CaptureForm({ meter, period, readOn, onSaved, close }: CaptureFormProps) {
  const t = useTexts('meters');
  const latest = useRef<Values>({});
  const doubt = useDoubt(meter, () => latest.current);
  const form = useForm(captureReading, {
    initial: { readOn },
    extra: { meterId: meter.meterId, period },
    before: doubt.before,
    onDone: onSaved,
  });
  latest.current = form.values;
  return (
    <div onKeyDownCapture={ignoreHeldEnter}>
      <FormBody form={form} submit={t('reading.save_next')} cancel={close}>
        <Measured form={form} meter={meter} doubt={doubt} />
        <TextField form={form} name="remark" label={t('reading.remark')} />
      </FormBody>
    </div>
  );
}

type ReopenedFormProps = Omit<CaptureFormProps, 'period' | 'readOn'> & { reading: Reading };

export function ReopenedForm({ meter, reading, onSaved, close }: ReopenedFormProps) {
  const t = useTexts('meters');
  const latest = useRef<Values>({});
  const doubt = useDoubt(meter, () => latest.current);
  const form = useForm(editReading, {
    initial: { registerLitres: reading.registerLitres, readOn: reading.readOn, reason: '' },
    extra: { id: reading.id, version: reading.version },
    before: doubt.before,
    onDone: onSaved,
  });
  latest.current = form.values;
  return (
    <div onKeyDownCapture={ignoreHeldEnter}>
      <FormBody form={form} submit={t('capture.correct')} cancel={close}>
        <Measured form={form} meter={meter} doubt={doubt} />
        <LongTextField form={form} name="reason" label={t('review.reason')} required />
      </FormBody>
    </div>
  );
}
