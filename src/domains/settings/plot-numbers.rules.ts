/** Plot numbers: what is written stays, without what nobody sees. They are compared by `platform.plot_key` of the database (migration 0208). */
import { z } from 'zod';
import { toLatinDigits } from '#shared/money.ts';

/** No plot is told apart by these: a second one that looks the same would be another household's. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** In Latin digits, as all lists and papers have it. */
export const writtenPlot = (text: string): string =>
  toLatinDigits(
    text
      .normalize('NFC')
      .replace(/\p{White_Space}+/gu, ' ')
      .replace(INVISIBLE, '')
      .trim(),
  );

export const plotSchema = (max: number) =>
  z.string().overwrite(writtenPlot).min(1, { error: 'common.required' }).max(max);
