/** The bill run of a month by the real actions: planned, calculated, approved by the engineer, posted. */
import { approveRun, postRun } from '#domains/billing/bill-run/actions/approve-run.ts';
import { planRun } from '#domains/billing/bill-run/actions/plan-run.ts';
import { workCalculation, workPosting } from '#domains/billing/bill-run/actions/work-run.ts';
import { RUN_WORKERS } from '#domains/billing/bill-run/bill-run.rules.ts';
import { findRun } from '#domains/billing/bill-run/queries.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { notAfter, type Story } from './story.ts';

export type MonthsBills = { issuedOn: string; dueOn: string; totals: Map<string, number> };

/** Bills go out on the third, or today if that has not come yet. */
export function issueDay({ today }: Pick<Story, 'today'>, period: string): string {
  return notAfter(today, addDays(addMonths(period, 1), 2));
}

const DUE_DAYS = 21;

/** Gives what each connection was billed. */
export async function billMonth(story: Story, period: string): Promise<MonthsBills> {
  const { db, at, clock } = story;
  const issuedOn = issueDay(story, period);
  const dueOn = addDays(issuedOn, DUE_DAYS);
  const { id } = await calculate(story, { period, issuedOn, dueOn });
  const { version } = await findRun(db, id);
  await transaction(db, (tx) => approveRun(tx, at('engineer', issuedOn, '12:00'), { id, version }));
  await transaction(db, (tx) => postRun(tx, at('reviewer', issuedOn, '12:30'), id));
  const { now } = at('system', issuedOn, '13:00');
  await inTwo(() => workPosting(db, { ...clock, now: () => now }, id));
  const bills = await all<{ id: string; total: number }>(
    db,
    sql`select connection_id as id, total_minor as total from billing.invoices where run_id = ${id}`,
  );
  return { issuedOn, dueOn, totals: new Map(bills.map(({ id: connection, total }) => [connection, total])) };
}

type Plan = { period: string; issuedOn: string; dueOn: string; sectorId?: string | undefined };

/** A run up to its review. */
export async function calculate({ db, at, clock }: Story, plan: Plan): Promise<{ id: string }> {
  const run = await transaction(db, (tx) => planRun(tx, at('reviewer', plan.issuedOn, '10:00'), plan));
  const { now } = at('system', plan.issuedOn, '10:30');
  await inTwo(() => workCalculation(db, { ...clock, now: () => now }, run.id));
  return run;
}

/** As many workers as the program gives a run. */
async function inTwo(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: RUN_WORKERS }, work));
}
