/**
 * Bangladeshi mobile numbers. Stored as +8801XXXXXXXXX; typed with or without +880 or the leading 0, with
 * spaces or Bengali digits. Spec §5: the first digit (behind the fixed prefix +880) must not be 0.
 */
import { z } from 'zod';
import { toLatinDigits } from './money.ts';

const MOBILE = /^1[3-9]\d{8}$/;

/** The number in its stored form, or undefined if it is no mobile number. */
export function normalisePhone(text: string): string | undefined {
  const digits = toLatinDigits(text).replace(/[\s()-]/g, '');
  const national = digits.replace(/^(\+?880|0)/, '');
  return MOBILE.test(national) ? `+880${national}` : undefined;
}

/** Zod schema that accepts every way of writing and gives the stored form. */
export const phoneSchema = z
  .string()
  .max(30)
  .transform((text, context) => {
    const phone = normalisePhone(text);
    if (phone) return phone;
    context.addIssue({ code: 'custom', message: 'common.phone_invalid' });
    return z.NEVER;
  });
