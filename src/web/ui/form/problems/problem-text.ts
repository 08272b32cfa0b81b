/** The sentence of what is wrong with a field. A limit is written as the field writes its values: of an amount in taka, not in poisha. */
import type { ReactNode } from 'react';
import type { FieldError } from '#shared/errors.ts';
import { errorTextNow } from '../../../calls/error-text.ts';

type Told = Pick<FieldError, 'code' | 'params'>;

const LIMITS = {
  'common.too_small': ['minimum', 'common.least'],
  'common.too_big': ['maximum', 'common.most'],
} as const;

/** @param write how the field writes a value, if it does so itself */
export function withLimitWritten(told: Told, write: ((value: unknown) => ReactNode) | undefined): Told {
  const [param, code] = LIMITS[told.code as keyof typeof LIMITS] ?? [];
  const limit = param ? told.params?.[param] : undefined;
  const written = write && limit !== undefined ? write(limit) : undefined;
  return code && typeof written === 'string' ? { code, params: { limit: written } } : told;
}

export function problemText(told: Told, write?: (value: unknown) => ReactNode): string {
  const { code, params } = withLimitWritten(told, write);
  return errorTextNow(code, params);
}
