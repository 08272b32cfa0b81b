/** A run over one sector and month, from planning to posting. The program works on it too; either may be the one that finishes. */
import { expect } from '@playwright/test';
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { findRun } from '#domains/billing/bill-run/queries.ts';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { ZONE } from '#test/zone.ts';
import type { Program } from './program.ts';
import { today } from './today.ts';

type Asked = { sectorId: string; period: string };

export async function billMonth({ database: { db } }: Program, { sectorId, period }: Asked): Promise<void> {
  const actor = systemActor(new Date(), today(), 'e2e');
  const clock = { timeZone: ZONE, now: () => new Date() };
  const { id } = await transaction(db, (tx) =>
    planRun(tx, actor, { period, sectorId, issuedOn: today(), dueOn: addDays(today(), 21) }),
  );
  const reached = (state: string) =>
    expect.poll(async () => (await findRun(db, id)).state, { timeout: 60_000 }).toBe(state);
  await workCalculation(db, clock, id);
  await reached('REVIEW');
  const { version } = await findRun(db, id);
  await transaction(db, (tx) => approveRun(tx, actor, { id, version }));
  await transaction(db, (tx) => postRun(tx, actor, id));
  await workPosting(db, clock, id);
  await reached('POSTED');
}
