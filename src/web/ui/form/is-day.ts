import type { FieldError } from '#shared/errors.ts';

/** A day as forms and calls hold it; anything else in a day field is what somebody typed. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

type Limits = { earliest?: string | undefined; latest?: string | undefined };

/** What is wrong with a day that may not be chosen; undefined for one that may, and for what is no day. */
export function outsideOf(
  value: unknown,
  { earliest, latest }: Limits,
): Omit<FieldError, 'path'> | undefined {
  if (!isDay(value)) return undefined;
  if (earliest && value < earliest) return { code: 'common.day_too_early', params: { first: earliest } };
  if (latest && value > latest) return { code: 'common.day_too_late', params: { last: latest } };
  return undefined;
}
