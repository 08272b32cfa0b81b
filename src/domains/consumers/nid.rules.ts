import { toLatinDigits } from '#shared/money.ts';

/** An identity number of 17 digits begins with the year of birth: true if that is not the year of the birthday. */
export function disagreesWithBirth(nid: unknown, dateOfBirth: unknown): boolean {
  const digits = toLatinDigits(String(nid ?? '')).replace(/[\s-]/g, '');
  return /^\d{17}$/.test(digits) && typeof dateOfBirth === 'string' && /^\d{4}-/.test(dateOfBirth)
    ? digits.slice(0, 4) !== dateOfBirth.slice(0, 4)
    : false;
}
