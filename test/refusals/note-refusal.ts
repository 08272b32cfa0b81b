/** Notes every refused call of the tests, `METHOD service/path code`, in a file of the worker's own. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import type { AppError } from '#shared/errors.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    refusalsFolder: string;
  }
}

const noted = new Set<string>();

/** The codes of a refusal: its own, and those of its fields. */
export function noteRefusal(endpoint: Endpoint, error: AppError): void {
  const call = `${endpoint.method} ${endpoint.service}${endpoint.path}`;
  const codes = [error.error.code, ...error.fields.map((field) => `${field.code} field`)];
  for (const line of codes.map((code) => `${call} ${code}`)) {
    if (noted.has(line)) continue;
    noted.add(line);
    appendFileSync(join(inject('refusalsFolder'), `${process.pid}.txt`), `${line}\n`);
  }
}
