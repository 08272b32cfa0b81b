/**
 * Composition root of the server: the domains in their order, and what they declare together. Which service a call
 * belongs to is in its contract; `--services=…` only chooses among them (build-application.ts).
 */
import type { DailyJob } from '#platform/daily-jobs.ts';
import { type DomainFace, type DomainJob, joinFaces } from '#platform/face.ts';
import type { Jobs, LongJob } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Route } from '#platform/route.ts';
import { allWords } from '#platform/words/all-words.ts';
import { commonErrors, type ErrorCode } from '#shared/errors.ts';
import { exportErrors } from '#shared/exports.ts';
import { fileErrors } from '#shared/files.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { setupRoutes } from './setup.ts';

/** The domains, one line each. A domain may import those above its own line (tools/checks/import-directions.ts reads this list). */
export const faces: readonly DomainFace[] = [
  (await import('#domains/settings/domain.ts')).face,
  (await import('#domains/roles/domain.ts')).face,
  (await import('#domains/identity/domain.ts')).face,
  (await import('#domains/papers/domain.ts')).face,
  (await import('#domains/bulk/domain.ts')).face,
  (await import('#domains/consumers/domain.ts')).face,
  (await import('#domains/meters/domain.ts')).face,
  (await import('#domains/applications/domain.ts')).face,
  (await import('#domains/work-orders/domain.ts')).face,
  (await import('#domains/ledger/domain.ts')).face,
  (await import('#domains/billing/domain.ts')).face,
  (await import('#domains/ownership/domain.ts')).face,
  (await import('#domains/payments/domain.ts')).face,
  (await import('#domains/collections/domain.ts')).face,
  (await import('#domains/wallet/domain.ts')).face,
  (await import('#domains/statements/domain.ts')).face,
  (await import('#domains/support/domain.ts')).face,
  (await import('#domains/logs/domain.ts')).face,
  (await import('#domains/dashboard/domain.ts')).face,
];

/** What the faces say together. */
export const joined = joinFaces(faces, allWords);

/** Every error code of the program. */
export const errorCodes: ErrorCode[] = [
  ...[commonErrors, fileErrors, importErrors, exportErrors].flatMap((codes) => Object.values(codes)),
  ...faces.flatMap(({ contracts }) => contracts.flatMap(({ errors }) => Object.values(errors ?? {}))),
];

/** All routes, bound to what outlives a request. */
export function allRoutes(platform: Platform): Route[] {
  return [...faces.flatMap((face) => face.routes(platform, joined)), ...setupRoutes()];
}

/** Background work of the domains; the platform's own (outbox, files) is added at the start. */
export function allJobs(platform: Platform): {
  jobs: Jobs;
  crontab: string[];
  daily: DailyJob[];
  solvedByDomain: string[];
  long: Record<string, LongJob>;
} {
  const jobs = faces.flatMap((face): [string, DomainJob][] =>
    Object.entries(face.jobs?.(platform, joined) ?? {}),
  );
  return {
    jobs: Object.fromEntries(jobs.map(([name, { run }]) => [name, run])),
    crontab: jobs.flatMap(([name, { runs }]) => (runs === 'every-minute' ? [`* * * * * ${name}`] : [])),
    daily: jobs.flatMap(([name, { runs }]) => (typeof runs === 'object' ? [{ name, at: runs.dailyAt }] : [])),
    solvedByDomain: jobs.filter(([, job]) => job.solvedByDomain).map(([name]) => name),
    long: Object.fromEntries(
      jobs.flatMap(([name, { long = undefined, runs }]) => {
        const kind = long ?? (typeof runs === 'object' ? 'town' : undefined);
        return kind ? [[name, kind]] : [];
      }),
    ),
  };
}

/** What the domains do at each start, before the first request. */
export async function prepareDomains(platform: Platform): Promise<void> {
  for (const { prepare } of faces) await prepare?.(platform);
}
