import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { makeFastFolder } from './fast-folder.ts';

/** An empty folder for a test file; it is removed when the file's tests have ended. */
export function temporaryFolder(): string {
  const folder = makeFastFolder('jolkol-test-');
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return folder;
}
