/** VAT by the kind of charge, and who pays none. */
import { z } from 'zod';
import { toLatinDigits } from '#shared/money.ts';

/** An exact percentage as text, without a tail of zeros: "15", "7.5". */
export const percent = z
  .string()
  .overwrite((text) => toLatinDigits(text).trim())
  .refine((text) => /^(100|\d{1,2}(\.\d{1,3})?)$/.test(text), { error: 'billing.percent_invalid' })
  .overwrite((text) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  );

export const vatRates = z.object({
  waterPercent: percent,
  fixedPercent: percent,
  minimumPercent: percent,
  sewerPercent: percent,
  /** Categories of consumers whose bills bear no VAT. */
  exemptCategories: z.array(z.string().min(1).max(60)).max(50).default([]),
});
export type VatRates = z.output<typeof vatRates>;
