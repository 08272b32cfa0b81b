import { z } from 'zod';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { resumeImports, WORK_JOB } from './imports/actions/start-work.ts';
import { workImport } from './imports/actions/work-import.ts';

/** A job that works beats every second; one that gave no sign for so long is gone with its process. */
const STILL_SECONDS = 30;

const importPayload = z.object({ importId: z.uuid() });

export function jobs(platform: Platform): Record<string, DomainJob> {
  return {
    'consumers:resume-imports': {
      runs: 'every-minute',
      run: () => resumeImports(platform.database.db, STILL_SECONDS),
    },
    [WORK_JOB]: {
      long: 'town',
      run: (payload, { signal }) => workImport(platform, importPayload.parse(payload).importId, signal),
    },
  };
}
