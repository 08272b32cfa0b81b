/** Readings after the one that is corrected: each may have been wrong too, and has a field with what was noted. */
import { Checkbox } from '@mantine/core';
import type { z } from 'zod';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { adjustMeterReading, LaterReading } from '../../corrections/contract.ts';
import style from '../billing.module.css';

type AdjustForm = Form<z.input<typeof adjustMeterReading.body>>;
type Typed = { readingId?: string | null; registerLitres?: number | '' | null };

type TypedLine = { readingId: string; registerLitres: number };

/** What is typed of the later readings and is a figure, each with its place in the form. */
export function typedLater(form: AdjustForm): { at: number; line: TypedLine }[] {
  const typed = (form.values.later ?? []) as Typed[];
  return typed.flatMap(({ readingId, registerLitres }, at) =>
    readingId && typeof registerLitres === 'number' && !Number.isNaN(registerLitres)
      ? [{ at, line: { readingId, registerLitres } }]
      : [],
  );
}

export function LaterFields({ form, readings }: { form: AdjustForm; readings: readonly LaterReading[] }) {
  const t = useTexts('billing');
  const { cubicMetres, day, month } = useFormats();
  const real = readings.filter(({ isEstimate }) => !isEstimate);
  const rows = (form.values.later ?? []) as Typed[];
  const noted = real.map(({ readingId, registerLitres }) => ({ readingId, registerLitres }));
  return (
    <>
      {readings
        .filter(({ isEstimate }) => isEstimate)
        .map(({ readingId, period }) => (
          <p key={readingId} className={style.because}>
            {t('correcting.later_estimate', { month: month(period) })}
          </p>
        ))}
      {real.length > 0 ? (
        <Checkbox
          label={t('correcting.later')}
          description={t('correcting.later_help')}
          checked={rows.length > 0}
          onChange={(event) =>
            form.setValues({ ...form.values, later: event.currentTarget.checked ? noted : [] })
          }
        />
      ) : null}
      {rows.map(({ readingId }, index) => {
        const reading = real.find((known) => known.readingId === readingId);
        return reading ? (
          <VolumeField
            key={readingId}
            form={form}
            name={`later.${index}.registerLitres`}
            label={t('correcting.later_reading', { day: day(reading.readOn) })}
            help={t('correcting.register_was', { value: cubicMetres(reading.registerLitres) })}
            required
          />
        ) : null;
      })}
    </>
  );
}
