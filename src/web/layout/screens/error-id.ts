import { CallError } from '../../calls/call-error.ts';

const ids = new WeakMap<object, string>();

/** What a person can read out to the help desk: the request's id, or a short number of this occurrence. */
export function errorId(error: unknown): string {
  if (error instanceof CallError && error.requestId) return error.requestId;
  if (typeof error !== 'object' || error === null) return 'E0';
  const known = ids.get(error);
  if (known) return known;
  const id = `E${Date.now().toString(36).toUpperCase()}`;
  ids.set(error, id);
  return id;
}
