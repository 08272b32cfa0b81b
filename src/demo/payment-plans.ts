/** Payment plans: one was broken, one is paid, one has a missed instalment, one is active, one waits for the household. */
import { acceptPlan } from '#domains/billing/payment-plans/actions/accept-plan.ts';
import { decidePlan, proposePlan } from '#domains/billing/payment-plans/actions/propose-plan.ts';
import { workPlans } from '#domains/billing/payment-plans/actions/work-plans.ts';
import { listOpenBills } from '#domains/billing/payment-plans/late-bills.ts';
import { leastFirst, USUAL_RULES } from '#domains/billing/payment-plans/plan.rules.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import type { Story } from './story.ts';

/** `days`: proposed so many days ago, and accepted on the next one. */
type Told = { days: number; accepted: boolean; paid?: 'first' | 'all' };

/** In the order of their days, so that the daily work of one does not meet the next one. */
const TOLD: readonly Told[] = [
  { days: 30, accepted: true },
  { days: 9, accepted: true },
  { days: 4, accepted: true, paid: 'all' },
  { days: 3, accepted: true, paid: 'first' },
  { days: 1, accepted: false },
];
/** A plan below this sum has no two instalments of the least one. */
const LEAST_SUM = 700_00;

export async function planPayments(story: Story): Promise<void> {
  const { db, today } = story;
  const oldest = addDays(today, -(TOLD[0]?.days ?? 0));
  const debtors = await all<{ id: string }>(
    db,
    sql`select i.connection_id as id from billing.invoices i
      where i.cancelled_on is null and i.settled_minor < i.total_minor and i.due_on < ${oldest}::date and i.adjusts_id is null
        and not exists (select from identity.users u where u.consumer_id = i.consumer_id)
        and not exists (select from billing.disputes d join billing.invoices b on b.id = d.invoice_id where b.connection_id = i.connection_id)
        and not exists (select from billing.taken_over_bills t where t.connection_id = i.connection_id)
        and not exists (select from meters.connections f where f.follows_id = i.connection_id)
      group by i.connection_id having sum(i.total_minor - i.settled_minor) >= ${LEAST_SUM}::bigint
      order by i.connection_id limit ${TOLD.length}`,
  );
  for (const [index, told] of TOLD.entries()) {
    const debtor = debtors[index];
    if (debtor) await tell(story, debtor.id, told);
  }
}

async function tell(story: Story, connectionId: string, { days, accepted, paid }: Told): Promise<void> {
  const { db, at, today } = story;
  const day = addDays(today, -days);
  const late = (await listOpenBills(db, connectionId, day)).filter(({ isLate }) => isLate);
  const sumMinor = late.reduce((sum, { openMinor }) => sum + openMinor, 0);
  const firstMinor = leastFirst(sumMinor, USUAL_RULES);
  const { id, state } = await transaction(db, (tx) =>
    proposePlan(tx, at('engineer', day, '10:20'), {
      ...{ connectionId, billIds: late.map((bill) => bill.id), sumMinor, firstMinor },
      ...{ instalments: 2, dayOfMonth: 10, request: null },
    }),
  );
  // A long debt is above what one person may agree to.
  const isLarge = state === 'WAITING';
  if (isLarge)
    await transaction(db, (tx) =>
      decidePlan(tx, at('admin', day, '10:35'), { id, version: 1, accept: true, reason: null }),
    );
  if (!accepted) return;
  await transaction(db, (tx) =>
    acceptPlan(tx, at('cashier', addDays(day, 1), '11:05'), {
      ...{ id, version: isLarge ? 2 : 1, signedBy: 'নিজে' },
    }),
  );
  if (paid) {
    const amountMinor = minor(paid === 'all' ? sumMinor : firstMinor);
    await transaction(db, (tx) =>
      makePayment(tx, at('cashier', today, '10:40'), {
        connectionId,
        amountMinor,
        tender: { method: 'CASH', paidOn: today },
      }),
    );
    return;
  }
  // The daily work of these days, before the next plan begins.
  for (let on = addDays(day, 2); on < today; on = addDays(on, 1))
    await workPlans(db, { ...story.clock, now: () => at('admin', on, '08:05').now });
}
