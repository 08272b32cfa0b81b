/** A rebate for payment in time: the rule since the last bills that can have earned one, what was credited day by day, and one whose payment was taken back. */
import { creditRebates } from '#domains/billing/rebates/actions/credit-rebates.ts';
import { approveRebateRules, planRebateRules } from '#domains/billing/rebates/actions/plan-rebate-rules.ts';
import { decideReversal, reversePayment } from '#domains/payments/actions/reverse-payment.ts';
import { keptOfPayments } from '#domains/payments/settled-by-day.ts';
import { first, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { issueDay } from './month-of-billing.ts';
import { notAfter, type Story } from './story.ts';

const DAYS = 7;

/** Before the bills that it counts for are made. */
export async function promiseRebates({ db, at }: Story, day: string): Promise<void> {
  await transaction(db, async (tx) => {
    const plan = {
      validFrom: day,
      value: { percent: '5', days: DAYS, mostMinor: minor(100_00) },
      reason: 'Resolution of the board',
    };
    const { id, version } = await planRebateRules(tx, at('admin', day, '08:30'), plan);
    await approveRebateRules(tx, at('engineer', day, '08:50'), { id, version });
  });
}

/** The first month whose bills the rule counts for: the last one, or the one before while the last bills can still be paid in time. */
export function rebateMonth({ today, months }: Story): string {
  const isOver = (month: string) => addDays(issueDay({ today }, month), DAYS + 1) <= today;
  return months.filter(isOver).at(-1) ?? months.at(-1) ?? today;
}

/** The day on which what these bills earned is credited. */
export const creditDay = (story: Story): string =>
  notAfter(story.today, addDays(issueDay(story, rebateMonth(story)), DAYS + 1));

/** The job of each of these days. The program that runs beside the demo has done its own day already, and looks at no earlier one. */
export async function creditDays({ db, at, clock }: Story, first: string, last: string): Promise<void> {
  const { now } = at('admin', last, '00:35');
  await creditRebates(db, { ...clock, now: () => now }, keptOfPayments, first);
}

/** A payment for another household; its rebate goes with it. */
export async function takeOneBack({ db, at, today, connections }: Story): Promise<void> {
  const kept = HOUSEHOLD_CONNECTIONS.map((n) => connections[n]?.id ?? '');
  const wrong = await first<{ id: string }>(
    db,
    sql`select p.id from billing.rebates g join payments.allocations x on x.invoice_id = g.invoice_id
        join payments.payments p on p.id = x.payment_id join meters.connections c on c.id = p.connection_id
      where p.method = 'CASH' and p.state = 'APPROVED' and c.status = 'active' and c.id <> all (${kept}::uuid[])
      order by p.amount_minor, c.number limit 1`,
  );
  if (!wrong) return;
  const reason = 'Booked on a wrong connection';
  await transaction(db, async (tx) => {
    const { reversal } = await reversePayment(tx, at('admin', today, '10:40'), {
      paymentId: wrong.id,
      reason,
    });
    if (reversal?.state !== 'REQUESTED') return;
    await decideReversal(tx, at('reviewer', today, '10:50'), { reversalId: reversal.id, accept: true });
  });
}
