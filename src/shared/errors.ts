/**
 * Errors as data. A code is `<domain>.<what>`; it is the translation key `errors.<what>` of that domain's
 * texts on both sides, so that the server never sends a sentence.
 */

/** One declared error: its code, its HTTP status, and (optionally) the database constraint that raises it. */
export type ErrorCode = {
  code: string;
  status: number;
  /** PostgreSQL constraint or unique index whose violation means this error. */
  constraint?: string;
  /** Input field that the error belongs to, so that a form can show it there. */
  field?: string;
};

type Declaration = { status: number; constraint?: string; field?: string };

/**
 * Declares a domain's error codes.
 * @param domain first part of each code, also the translation namespace
 * @param declared what -> status, constraint, field
 */
export function errorCodes<const T extends Record<string, Declaration>>(
  domain: string,
  declared: T,
): { [K in keyof T]: ErrorCode } {
  return Object.fromEntries(
    Object.entries(declared).map(([what, declaration]) => [
      what,
      { code: `${domain}.${what}`, ...declaration },
    ]),
  ) as { [K in keyof T]: ErrorCode };
}

/** Values for the placeholders of an error's text. */
export type ErrorParams = Record<string, string | number>;

/** What is wrong with one field: a code (translation key) and its placeholders. */
export type FieldError = { path: string; code: string; params?: ErrorParams };

/** The body of every refused call, below `error`. */
export type ErrorBody = {
  code: string;
  params: ErrorParams;
  fields: FieldError[];
  requestId: string;
  /** With `common.stale_version`: what the record is now, in the shape of the call's answer. */
  now?: unknown;
};

/**
 * Codes that belong to no domain. The statuses are the specification's (§7, §8), not the usual ones:
 * 403 = not signed in any more, nothing was executed, the client refreshes once and retries;
 * 402 = signed in but not permitted; 401 is never sent for a bearer call.
 */
export const commonErrors = errorCodes('common', {
  not_signed_in: { status: 403 },
  not_permitted: { status: 402 },
  not_found: { status: 404 },
  conflict: { status: 409 },
  stale_version: { status: 409 },
  /** A trigger of the database refused it: what is a fact stays, and a state moves along its machine only. */
  frozen: { status: 409 },
  invalid_input: { status: 422 },
  idempotency_key_reused: { status: 422 },
  too_many_requests: { status: 429 },
  too_large: { status: 413 },
  method_not_allowed: { status: 405 },
  unavailable: { status: 503 },
  /** Stopped because it would have kept others waiting; nothing was changed. */
  took_too_long: { status: 503 },
  /** Somebody else is just changing the same; nothing was changed. */
  locked: { status: 503 },
  /** Maintenance was switched on. params: en, bn, what people are told. */
  under_maintenance: { status: 503 },
  still_referenced: { status: 409 },
  unexpected: { status: 500 },
});

/** Raised anywhere on the server to refuse a call; the binder turns it into an ErrorBody. */
export class AppError extends Error {
  readonly error: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldError[];
  /** What the record is now, if the caller met another version of it than they knew. */
  now?: unknown;

  constructor(error: ErrorCode, params: ErrorParams = {}, fields: FieldError[] = []) {
    super(error.code);
    this.name = 'AppError';
    this.error = error;
    this.params = params;
    this.fields = fields;
  }
}

/**
 * Makes the error to throw: `throw fail(errors.already_paid, { number })`.
 * A declared `field` becomes a field error by itself.
 */
export function fail(error: ErrorCode, params: ErrorParams = {}, fields: FieldError[] = []): AppError {
  const own = error.field && fields.length === 0 ? [{ path: error.field, code: error.code, params }] : fields;
  return new AppError(error, params, own);
}
