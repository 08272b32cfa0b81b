/**
 * Turns anything that was thrown into the one error body. Constraint names become the error codes that declare
 * them, SQLSTATEs of an absent or full database become 503; text of the database or a stack never leaves.
 */
import { type ZodError, z } from 'zod';
import { AppError, commonErrors, type ErrorBody, type ErrorCode, type FieldError } from '#shared/errors.ts';

/** Constraint name -> the error that declares it. */
export type ConstraintErrors = ReadonlyMap<string, ErrorCode>;

/** Collects the constraints that the domains' error codes name. */
export function constraintErrors(codes: readonly ErrorCode[]): ConstraintErrors {
  return new Map(codes.filter((code) => code.constraint).map((code) => [code.constraint ?? '', code]));
}

type DatabaseError = { code: string; constraint?: string; severity?: string; statusCode?: number };

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

/**
 * Classes 08 connection, 53 resources (disk full, too many connections), 57P shutdown, 25P03 a transaction that was
 * still too long; and node's own.
 */
const AWAY = /^(08|53|57P|25P03|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_)/;

/** True for errors that mean: the database cannot be reached now. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (
    thrown instanceof Error &&
    /Connection terminated|not queryable|timeout exceeded when trying/.test(thrown.message)
  )
    return true;
  return isDatabaseError(thrown) && AWAY.test(thrown.code);
}

/** What the reader of multipart forms throws over forms that are none; it gives them no code. */
const BROKEN_FORM = /multipart data|^Multipart: |^Boundary required|^The needle /;

/** The refusal that a thrown value means. */
export function toAppError(thrown: unknown, constraints: ConstraintErrors): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof z.ZodError) return new AppError(commonErrors.invalid_input, {}, fieldErrors(thrown));
  if (thrown instanceof Error && BROKEN_FORM.test(thrown.message))
    return new AppError(commonErrors.invalid_input);
  if (isDatabaseAway(thrown)) return new AppError(commonErrors.unavailable);
  if (isDatabaseError(thrown)) return databaseError(thrown, constraints);
  return new AppError(commonErrors.unexpected);
}

function databaseError(error: DatabaseError, constraints: ConstraintErrors): AppError {
  const declared = error.constraint ? constraints.get(error.constraint) : undefined;
  if (declared) {
    const fields = declared.field ? [{ path: declared.field, code: declared.code }] : [];
    return new AppError(declared, {}, fields);
  }
  // A trigger that keeps what is a fact, or a machine that has no such step (23514 of `raise`).
  if (error.code === '23514' && /_(frozen|transition)$/.test(error.constraint ?? ''))
    return new AppError(commonErrors.frozen);
  if (error.code === '23503') return new AppError(commonErrors.still_referenced);
  if (error.code === '23505' || error.code === '23P01') return new AppError(commonErrors.conflict);
  if (error.code === '40001' || error.code === '40P01') return new AppError(commonErrors.conflict);
  // statement_timeout, transaction_timeout and lock_timeout (time-limits.ts).
  if (error.code === '57014' || error.code === '25P04') return new AppError(commonErrors.took_too_long);
  if (error.code === '55P03') return new AppError(commonErrors.locked);
  // Text that PostgreSQL cannot hold (NUL) or numbers out of range are the caller's input.
  if (/^22/.test(error.code) || error.code === '23514' || error.code === '23502') {
    return new AppError(commonErrors.invalid_input);
  }
  if (error.code === 'FST_REQ_FILE_TOO_LARGE' || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError(commonErrors.too_large);
  }
  // What the server's library finds wrong with a call, such as a form field named __proto__.
  if (error.code.startsWith('FST_') && (error.statusCode ?? 500) < 500) {
    return new AppError(commonErrors.invalid_input);
  }
  return new AppError(commonErrors.unexpected);
}

/** One field error per issue: our own codes as they are, zod's kinds as `common.issue_<kind>`. */
export function fieldErrors(error: ZodError, prefix: string[] = []): FieldError[] {
  return error.issues.slice(0, 50).map((issue) => ({
    path: [...prefix, ...issue.path.map(String)].join('.'),
    code: /^[a-z-]+\.[a-z_]+$/.test(issue.message) ? issue.message : `common.issue_${issue.code}`,
    params: issueParams(issue),
  }));
}

function issueParams(issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  return {};
}

/** The body that goes out. */
export function errorBody(error: AppError, requestId: string): { error: ErrorBody } {
  const { error: code, params, fields, now } = error;
  return { error: { code: code.code, params, fields, requestId, ...(now === undefined ? {} : { now }) } };
}

/**
 * The same as `safeParse`, also for what no check can look at: the length of an object that says it has one, and is itself an object, ends
 * Zod's own check with a TypeError. Such a part is no input of anybody's form.
 */
export function readPart<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const issue: z.core.$ZodIssue = {
      code: 'custom',
      path: [],
      message: 'common.invalid_input',
      input: null,
    };
    return { success: false, error: new z.ZodError([issue]) as z.ZodError<z.output<S>> };
  }
}
