/** Bulk actions for tests: chosen, started and worked through as the program does it. */
import { joined } from '#app/services.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { getJob, listItems, startJob } from '#domains/bulk/contract.ts';
import { jobs } from '#domains/bulk/jobs.ts';
import { all, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';

export type Chosen = { id: string; version: number; sumMinor?: Minor | undefined };

const versions = (rows: readonly Chosen[]) =>
  rows.map(({ id, version, sumMinor }) => ({ id, version, ...(sumMinor === undefined ? {} : { sumMinor }) }));

export function bulkBench(app: TestApp) {
  const { 'bulk:work-job': work, 'bulk:resume-jobs': resume } = jobs(app.platform, joined);
  const start = (
    as: Person,
    action: string,
    rows: readonly Chosen[],
    told: Record<string, unknown> = {},
    leftOut: readonly Chosen[] = [],
  ) => app.call(startJob, { as, body: { action, told, items: versions(rows), leftOut: versions(leftOut) } });
  /** @param stopped after so many questions whether to go on */
  const run = (jobId: string, stopped?: AbortSignal) =>
    work?.run({ jobId }, { signal: stopped ?? new AbortController().signal } as never) ?? Promise.resolve();
  const items = async (as: Person, id: string) =>
    (await app.call(listItems, { as, params: { id }, query: { limit: 200 } })).items;
  /** So many applications that wait to be accepted. */
  const pending = async (count: number) => {
    const rows: Awaited<ReturnType<typeof makeApplication>>[] = [];
    for (let made = 0; made < count; made += 1) rows.push(await makeApplication(app, { upTo: 'PENDING' }));
    return rows;
  };
  /** How many entries of this kind each application's timeline has, and by whom. */
  const timeline = (ids: readonly string[], action: string) =>
    all<{ id: string; count: number; by: string }>(
      app.db,
      sql`select application_id as id, count(*)::int as count, min(actor_id::text) as by from applications.timeline
        where application_id = any(${ids}::uuid[]) and action = ${action} group by 1`,
    );
  return {
    ...{ start, run, items, versions, pending, timeline },
    resume: () => resume?.run({}, {} as never),
    job: (as: Person, id: string) => app.call(getJob, { as, params: { id } }),
    /** Started, worked through, and how each record came out of it, by its id. */
    done: async (as: Person, action: string, rows: readonly Chosen[], told: Record<string, unknown> = {}) => {
      const { id } = await start(as, action, rows, told);
      await run(id);
      const found = await items(as, id);
      return Object.fromEntries(found.map(({ subjectId, state, code }) => [subjectId, code ?? state]));
    },
  };
}
