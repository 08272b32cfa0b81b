/** From Zod's issues to error codes that have texts. Our own codes pass; Zod's English never shows. */
import type { z } from 'zod';
import type { FieldError } from '#shared/errors.ts';

const OWN_CODE = /^[a-z-]+\.[a-z_]+$/;

/** A value somewhere within nested objects and lists. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => {
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined;
  }, values);
}

/** The same values with one changed; nothing is mutated. */
export function withValue(values: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const copy: Record<string, unknown> | unknown[] = Array.isArray(values)
    ? [...values]
    : { ...(values as object) };
  const inner = (copy as Record<string, unknown>)[key];
  const next =
    rest.length === 0
      ? value
      : withValue(inner ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}), rest.join('.'), value);
  (copy as Record<string, unknown>)[key] = next;
  return copy;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A moment is typed as a day and a time. */
const isOfDay = (format: string) => format === 'date' || format === 'datetime';

/** Zod's kind of issue as one of the common codes. */
function codeOf(issue: z.core.$ZodIssue, value: unknown): Omit<FieldError, 'path'> {
  if (OWN_CODE.test(issue.message)) return { code: issue.message };
  if (isBlank(value)) return { code: 'common.required' };
  if (issue.code === 'too_small') {
    // All figures of forms are integers: what must be above a limit is at least the next one.
    const params = { minimum: Number(issue.minimum) + (issue.inclusive === false ? 1 : 0) };
    if (issue.origin === 'string') return { code: 'common.too_short', params };
    return { code: issue.origin === 'array' ? 'common.required' : 'common.too_small', params };
  }
  if (issue.code === 'too_big') {
    const params = { maximum: Number(issue.maximum) };
    return { code: issue.origin === 'string' ? 'common.too_long' : 'common.too_big', params };
  }
  if (issue.code === 'invalid_format' && isOfDay(issue.format)) return { code: 'common.date_invalid' };
  if (issue.code === 'invalid_value') return { code: 'common.choose_one' };
  if (typeof value === 'number') return { code: 'common.number_invalid' };
  if (issue.code === 'invalid_union') {
    const own = issue.errors.flat().find((inner) => OWN_CODE.test(inner.message));
    if (own) return { code: own.message };
    const isDay = issue.errors
      .flat()
      .some((inner) => inner.code === 'invalid_format' && isOfDay(inner.format));
    return { code: isDay ? 'common.date_invalid' : 'common.invalid' };
  }
  return { code: 'common.invalid' };
}

export type Checked = { data: unknown; problems: FieldError[] };

function problemsOf(error: z.ZodError | undefined, values: unknown): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const issue of error?.issues ?? []) {
    const path = issue.path.map(String).join('.');
    if (!found.has(path)) found.set(path, { path, ...codeOf(issue, valueAt(values, path)) });
  }
  return [...found.values()];
}

/**
 * Checks a form's values against its schema. A field left blank that the schema does not take as a text is tried
 * as absent, then as null: forms know no difference between the three.
 */
export function check(schema: z.ZodType, values: unknown): Checked {
  let tried = values;
  let parsed = schema.safeParse(tried);
  for (const absent of [undefined, null]) {
    if (parsed.success) break;
    const blanks = problemsOf(parsed.error, tried).filter(
      ({ path }) => path && isBlank(valueAt(tried, path)),
    );
    if (blanks.length === 0) break;
    for (const { path } of blanks) tried = withValue(tried, path, absent);
    parsed = schema.safeParse(tried);
  }
  return { data: tried, problems: parsed.success ? [] : problemsOf(parsed.error, tried) };
}
