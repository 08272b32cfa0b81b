/** What people type, as values: Bengali digits, grouped figures, days in several ways of writing. Pure. */
import { joinFigure, toLatinDigits } from '#shared/money.ts';

const LITRES_PER_CUBIC_METRE = 1000;

/** "1,234.5" cubic metres as litres; undefined if it is no volume or finer than a litre. */
export function parseVolume(text: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,3}))?$/.exec(joinFigure(text));
  if (!match) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return Number(whole) * LITRES_PER_CUBIC_METRE + Number(fraction.padEnd(3, '0'));
}

/** A whole number. */
export function parseWhole(text: string): number | undefined {
  const digits = joinFigure(text);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

const MONTH_NAMES: readonly (readonly string[])[] = [
  ['jan', 'january', 'জানু', 'জানুয়ারি', 'জানুয়ারী'],
  ['feb', 'february', 'ফেব্রু', 'ফেব্রুয়ারি', 'ফেব্রুয়ারী'],
  ['mar', 'march', 'মার্চ'],
  ['apr', 'april', 'এপ্রিল'],
  ['may', 'মে'],
  ['jun', 'june', 'জুন'],
  ['jul', 'july', 'জুলাই'],
  ['aug', 'august', 'আগস্ট', 'আগষ্ট'],
  ['sep', 'sept', 'september', 'সেপ্টে', 'সেপ্টেম্বর'],
  ['oct', 'october', 'অক্টো', 'অক্টোবর'],
  ['nov', 'november', 'নভে', 'নভেম্বর'],
  ['dec', 'december', 'ডিসে', 'ডিসেম্বর'],
].map((names) => names.map((name) => name.normalize('NFC')));

function monthNumber(text: string): number {
  const byName = MONTH_NAMES.findIndex((names) => names.includes(text.normalize('NFC').toLowerCase()));
  return byName >= 0 ? byName + 1 : Number(text);
}

/** The day if it exists in the calendar. */
function existing(year: number, month: number, date: number): string | undefined {
  const day = new Date(Date.UTC(year, month - 1, date));
  const same = day.getUTCFullYear() === year && day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  return same && year >= 1000 ? day.toISOString().slice(0, 10) : undefined;
}

/** "12 May 2026", "12-05-2026", "12052026", "১২/৫/২০২৬", "2026-05-12" as YYYY-MM-DD. Day before month, as in Bangladesh. */
export function parseDay(text: string): string | undefined {
  const plainText = toLatinDigits(text).trim();
  const [, date = '', monthOf = '', year = ''] = /^(\d\d)(\d\d)(\d{4})$/.exec(plainText) ?? [];
  if (year) return existing(Number(year), Number(monthOf), Number(date));
  const parts = plainText.split(/[\s\-/.,]+/);
  if (parts.length !== 3) return undefined;
  const [first = '', month = '', last = ''] = parts;
  if (/^\d{4}$/.test(first)) return existing(Number(first), monthNumber(month), Number(last));
  return existing(Number(last), monthNumber(month), Number(first));
}
