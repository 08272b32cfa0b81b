/** What a refused or failed call throws: the server's ErrorBody with its status, or that it was not reached. */
import type { ErrorBody, ErrorParams, FieldError } from '#shared/errors.ts';

export class CallError extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  /** Text key `<namespace>.<what>`. */
  readonly code: string;
  readonly params: ErrorParams;
  readonly fields: FieldError[];
  readonly requestId: string;

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.code ?? `status ${status}`);
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'common.offline' : 'common.unexpected');
    this.params = body.params ?? {};
    this.fields = body.fields ?? [];
    this.requestId = body.requestId ?? '';
  }
}

/** True where the same call may succeed a moment later: no answer, too many requests, server away. */
export function isTransient(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
