/** Amounts of a completion beyond what is usual: asked about in the form. */
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { errors, type OrderDetail } from '../../contract.ts';
import { type Unusual, unusualOf } from '../../unusual.rules.ts';
import style from '../work-orders.module.css';

type Limits = OrderDetail['limits'];
type CompletionFields = FormFields<string>;

const CODES: Record<Unusual, string> = {
  LABOUR: errors.unusual_labour.code,
  LOST_WATER: errors.unusual_lost.code,
  MATERIALS: errors.unusual_materials.code,
};

const figureOf = (form: CompletionFields, name: string): number => {
  const value = form.valueOf(name);
  return typeof value === 'number' && !Number.isNaN(value) ? value : 0;
};
const amountsOf = (form: CompletionFields) => ({
  labourMinor: figureOf(form, 'labourMinor'),
  lostLitres: figureOf(form, 'lostLitres'),
});

/** What is beyond the limits that the page knows, and what the server has asked about. */
export function useUnusual(form: CompletionFields, limits: Limits, many: readonly string[]): Unusual[] {
  const [asked, setAsked] = useState<readonly Unusual[]>([]);
  const code = form.problemOf('unusualReason')?.code;
  const now = (Object.keys(CODES) as Unusual[]).filter((what) => CODES[what] === code);
  if (now.some((what) => !asked.includes(what))) setAsked([...asked, ...now]);
  const found = limits ? unusualOf(amountsOf(form), limits) : [];
  return [...new Set([...found, ...(many.length > 0 ? (['MATERIALS'] as const) : []), ...asked])];
}

type UnusualFieldsProps = {
  form: CompletionFields;
  unusual: readonly Unusual[];
  limits: Limits;
  /** Materials, in words. */
  many: readonly string[];
};

export function UnusualFields({ form, unusual, limits, many }: UnusualFieldsProps) {
  const t = useTexts('work-orders');
  const { cubicMetres } = useFormats();
  if (unusual.length === 0) return null;
  const { labourMinor, lostLitres } = amountsOf(form);
  return (
    <>
      <div className={style.note} role="note">
        {unusual.includes('LABOUR') ? (
          <p>{t('complete.more_labour', { amount: labourMinor, usual: limits?.labourMinor ?? 0 })}</p>
        ) : null}
        {unusual.includes('LOST_WATER') ? (
          <p>
            {t('complete.more_lost', {
              lost: cubicMetres(lostLitres),
              usual: cubicMetres(limits?.lostLitres ?? 0),
            })}
          </p>
        ) : null}
        {many.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <LongTextField
        form={form}
        name="unusualReason"
        label={t('complete.unusual_reason')}
        help={t('complete.unusual_help')}
        required
      />
    </>
  );
}
