/** Guesses from a table's titles, in both languages, which column holds what. The person has the last word. */
import { guessColumns, type TitlePattern } from '#shared/imports/guess-columns.ts';
import type { Field } from './contract.ts';

/** The most telling first: "name" is in many titles. */
const TITLES: TitlePattern<Field>[] = [
  ['nid', /\bnid\b|national\s*id|identity|এনআইডি|জাতীয়\s*পরিচয়/i],
  [
    'legacyNumber',
    /(old|legacy|previous|former|existing)\b.*(no|number|id|code)|^(customer|consumer|account|client)\s*(no|number|id|code|#)|পুরনো|পুরোনো|পূর্বের|^গ্রাহক\s*(নং|নম্বর|আইডি)/i,
    /meter|মিটার|phone|ফোন/i,
  ],
  ['phone', /phone|mobile|\bcell\b|contact|ফোন|মোবাইল/i],
  ['email', /e-?mail|ইমেইল|ই-মেইল/i],
  ['dateOfBirth', /birth|\bdob\b|জন্ম/i],
  ['address', /address|ঠিকানা/i],
  ['nameBn', /name.*(bengali|bangla|\bbn\b)|(bengali|bangla|\bbn)[\s_-]*name|বাংলা\s*নাম|নাম.*বাংলা/i],
  ['name', /name|নাম/i, /father|mother|spouse|husband|sector|road|user|পিতা|মাতা|স্বামী|সেক্টর|রাস্তা/i],
];

export function guessMapping(titles: readonly string[]): Record<Field, number | null> {
  return guessColumns(titles, TITLES);
}

/** Our own files have lines above their titles: the titles are the first row that names a phone and a name. */
export function titleRow(rows: readonly (readonly string[])[]): number {
  const index = rows.findIndex((row) => {
    const { name, nameBn, phone } = guessMapping(row);
    return phone !== null && (name ?? nameBn) !== null;
  });
  return Math.max(0, index);
}
