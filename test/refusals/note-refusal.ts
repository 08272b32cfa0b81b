/**
 * Notes the error codes that the tests produce, `METHOD service/path code`, in a file of the worker's own: those of refused
 * calls, and those that an answer tells of a row of a file or of a job. Beside them the audit words that they wrote, `audit word`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import type { AppError } from '#shared/errors.ts';
import { AUDIT } from './judge-audit-words.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    refusalsFolder: string;
  }
}

const noted = new Set<string>();

/**
 * The codes of a refusal: its own, and those of its fields.
 * @param endpoint undefined for what is no call of the API: a link to a file, a step that only a job takes
 */
export function noteRefusal(endpoint: Endpoint | undefined, error: AppError): void {
  const codes = [error.error.code, ...error.fields.map((field) => `${field.code} field`)];
  note(endpoint, codes);
}

/** The codes that a JSON answer tells: `"code":"settings.import_day_wrong"` of a row, or of a job that ended. */
export function noteAnswer(endpoint: Endpoint, body: string): void {
  const told = [...body.matchAll(/"code":"([a-z-]+\.[a-z_]+)"/g)].map(([, code]) => `${code} told`);
  if (told.length > 0) note(endpoint, told);
}

function note(endpoint: Endpoint | undefined, codes: readonly string[]): void {
  const call = endpoint ? `${endpoint.method} ${endpoint.service}${endpoint.path}` : '- -';
  noteLines(codes.map((code) => `${call} ${code}`));
}

/** The audit words that a test's database holds when it is dropped: what was rolled back is not there. */
export const noteAuditWords = (words: readonly string[]): void =>
  noteLines(words.map((word) => `${AUDIT}${word}`));

function noteLines(lines: readonly string[]): void {
  for (const line of lines) {
    if (noted.has(line)) continue;
    noted.add(line);
    appendFileSync(join(inject('refusalsFolder'), `${process.pid}.txt`), `${line}\n`);
  }
}
