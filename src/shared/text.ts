/** Text rules shared by forms and server: e-mail, password, names. All input is normalised to NFC. */
import { z } from 'zod';
import { toLatinDigits } from './money.ts';

/**
 * Spec §5: letters, digits, dot, underscore and hyphen in the local part, no double dots, no plus or percent;
 * domain labels alphanumeric with hyphens; top level of two or more letters. Linear, at most 254 characters.
 */
const EMAIL =
  /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/** Zod schema of an e-mail address, lower-cased. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .regex(EMAIL, { error: 'common.email_invalid' })
  .toLowerCase();

/** Spec §5: at least 6 characters, no white space. No upper bound that truncates; 200 caps the work. */
export const passwordSchema = z
  .string()
  .max(200)
  .refine((text) => [...text].length >= 6, { error: 'common.password_short' })
  .refine((text) => !/\s/.test(text), { error: 'common.password_space' });

/**
 * In NFC, so that equal-looking Bengali names match; without characters that turn the direction of what is written after them.
 * Empty if nothing in it can be seen: joiners are part of Bengali words, but alone they are no text.
 */
export function plainText(text: string): string {
  const plain = text.normalize('NFC').replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u.test(plain) ? '' : plain;
}

/** A required line of text, trimmed, plain as above. */
export const lineSchema = (max = 200) =>
  z.string().overwrite(plainText).trim().min(1, { error: 'common.required' }).max(max);

/** An optional line of text; blank becomes undefined. */
export const optionalLineSchema = (max = 200) =>
  z
    .string()
    .overwrite(plainText)
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional();

/** A text that may be left blank: then it is empty. */
export const blankSchema = (max: number) => z.string().overwrite(plainText).trim().max(max).default('');

/** National identity number: 10, 13 or 17 digits, Bengali digits accepted, stored in Latin ones. */
export const nidSchema = z
  .string()
  .transform((text) => toLatinDigits(text).replace(/[\s-]/g, ''))
  .refine((text) => /^(\d{10}|\d{13}|\d{17})$/.test(text), { error: 'common.nid_invalid' });
