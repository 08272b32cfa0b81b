/** What a refused or failed call throws: the server's ErrorBody with its status, or that it was not reached. */
import type { ErrorBody, ErrorParams, FieldError } from '#shared/errors.ts';

export class CallError extends Error {
  /** 0 if no answer came. */
  readonly status: number;
  /** Text key `<namespace>.<what>`. */
  readonly code: string;
  readonly params: ErrorParams;
  readonly fields: FieldError[];
  readonly requestId: string;
  /** What the record is now, if somebody else changed it. */
  readonly now: unknown;
  /** After how many seconds the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody> = {}, retryAfter?: number) {
    super(body.code ?? `status ${status}`);
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'common.offline' : 'common.unexpected');
    this.params = body.params ?? {};
    this.fields = body.fields ?? [];
    this.requestId = body.requestId ?? '';
    this.now = body.now;
    this.retryAfter = retryAfter;
  }
}

/** True if the same call may succeed a moment later: no answer, too many requests, server away. */
export function isTransient(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * True if the page shows a record as it was before somebody else took a step, or ended it: it has to be asked again at once. Of
 * other steps that are over it is asked when their dialog is closed (over-note.tsx): a dialog that the page shows only while
 * something waits is not taken away before it says so.
 */
export function isOutdated(error: unknown): boolean {
  return error instanceof CallError && /stale_version|_state$|reversal_decided|\.over$/.test(error.code);
}

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 1000;
/** Somebody at a screen does not wait longer for a reading that is repeated by itself. */
const PATIENCE_S = 10;

/**
 * Whether a call that only reads is repeated by itself. What the server stopped because it took too long would take
 * as long again; if it wants a long pause, the person is told instead.
 */
export function isWorthRepeating(failures: number, error: unknown): boolean {
  if (failures >= ATTEMPTS - 1 || !isTransient(error)) return false;
  const { code, retryAfter = 0 } = error as CallError;
  return code !== 'common.took_too_long' && retryAfter <= PATIENCE_S;
}

/** When: as the server says (Retry-After), without that after one second, then two. */
export function repeatAfter_ms(failures: number, error: unknown): number {
  const asked = error instanceof CallError ? error.retryAfter : undefined;
  return asked === undefined ? FIRST_DELAY_MS * 2 ** failures : asked * 1000;
}
