/** What a crew is sent to do if a meter was estimated too often, in both languages: an order is read by office and household. */
import { toBengaliDigits } from '#shared/format.ts';

/** @param month as yyyy-mm */
export const readMeterText = (inRow: number, month: string): string =>
  [
    `Read the meter: estimated ${inRow} times in a row, last for ${month}.`,
    `মিটার পড়ুন: পরপর ${toBengaliDigits(String(inRow))} বার আনুমানিক, শেষবার ${toBengaliDigits(month)}।`,
  ].join(' · ');
