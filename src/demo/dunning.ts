/**
 * The dunning ladder: rules of two persons, who was reminded and who had a notice, one order that waits for its crew, one connection without
 * water, one that is paid and waits to be connected again, one that is exempt, one that waits for the bank’s answer about a cheque. Messages of long
 * ago are not sent.
 */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { approveDisconnections } from '#domains/collections/cases/actions/approve-disconnections.ts';
import { followOrder } from '#domains/collections/cases/actions/follow-order.ts';
import { look } from '#domains/collections/cases/actions/look-at-case.ts';
import { listCases } from '#domains/collections/cases/queries.ts';
import { closeCases, giveNotices, openCases } from '#domains/collections/cases/steps.ts';
import { exemptConnection } from '#domains/collections/exemptions/actions/exempt-connection.ts';
import { approveLadder, planLadder } from '#domains/collections/ladder/actions/plan-ladder.ts';
import { ladderRules } from '#domains/collections/ladder/ladder.rules.ts';
import { ladderOn } from '#domains/collections/ladder/queries.ts';
import { notePromise } from '#domains/collections/promises/actions/note-promise.ts';
import { makePayment } from '#domains/payments/actions/make-payment.ts';
import { assignOrder, completeOrder, noteArrival } from '#domains/work-orders/steps/actions/do-work.ts';
import { acceptOrder, takeOrder } from '#domains/work-orders/steps/actions/review-order.ts';
import { all, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { withholdNotices } from '#platform/messages/inbox.ts';
import { withholdMessages } from '#platform/messages/outbox.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import type { Story } from './story.ts';

const RULES = ladderRules.parse({
  on: true,
  reminder: { daysOverdue: 5, leastMinor: 20_000, waitDays: 10 },
  notice: { daysOverdue: 15, leastMinor: 20_000, waitDays: 10 },
  disconnection: { daysOverdue: 35, leastMinor: 20_000 },
  reconnectionFeeMinor: 0,
});
/** Days before today on which the ladder was worked. */
const WORKED = [30, 18, 4] as const;

export async function climbLadder(story: Story): Promise<void> {
  const { db, today } = story;
  const begin = addDays(today, -WORKED[0] - 1);
  await transaction(db, async (tx) => {
    const plan = { validFrom: begin, value: RULES, reason: 'Resolution of the board on late bills' };
    const { id, version } = await planLadder(tx, story.at('reviewer', begin), plan);
    await approveLadder(tx, story.at('engineer', begin), { id, version });
  });
  for (const ago of WORKED) await workDay(story, addDays(today, -ago));
  await closeEnded(story);
  await decide(story);
}

async function workDay({ db, at }: Story, day: string): Promise<void> {
  await transaction(db, async (tx) => {
    const ladder = await ladderOn(tx, day);
    const owing = await all<{ id: string }>(
      tx,
      sql`select distinct connection_id as id from billing.invoices where cancelled_on is null and settled_minor < total_minor and due_on < ${day}`,
    );
    const chunk = { day, ladder, connectionIds: owing.map(({ id }) => id) };
    await lockConnections(tx, sql`select unnest(${chunk.connectionIds}::uuid[])`);
    const system = { ...at('system', day, '09:00') };
    await closeCases(tx, system, chunk);
    await giveNotices(tx, system, chunk);
    await openCases(tx, system, chunk);
  });
}

/** Money, disputes and plans since the last of these days: as the jobs that they add would do. */
async function closeEnded({ db, today, at }: Story): Promise<void> {
  await transaction(db, async (tx) => {
    const open = await all<{ id: string }>(
      tx,
      sql`select connection_id as id from collections.cases where state in ('REMINDED', 'NOTICED')`,
    );
    const chunk = { day: today, ladder: await ladderOn(tx, today), connectionIds: open.map(({ id }) => id) };
    await lockConnections(tx, sql`select unnest(${chunk.connectionIds}::uuid[])`);
    await closeCases(tx, { ...at('system', today, '09:00') }, chunk);
  });
}

/** What a person decided today, and what crews did. */
async function decide(story: Story): Promise<void> {
  const { db, today } = story;
  const engineer = story.at('engineer', today, '09:30');
  const ready = await listCases(
    db,
    { ...engineer, kind: 'system' },
    { limit: 6, offset: 1, sort: 'payBy', ready: true },
  );
  const [waits, cutOff, paid, exempt, promised, byCheque] = ready.items;
  await transaction(db, async (tx) => {
    if (exempt) {
      const body = {
        connectionId: exempt.connectionId,
        untilDay: addDays(today, 90),
        reason: 'A dialysis at home',
      };
      await exemptConnection(tx, engineer, body);
    }
    if (promised) {
      const body = {
        connectionId: promised.connectionId,
        promisedOn: addDays(today, 6),
        remark: 'The owner, on the phone',
      };
      await notePromise(tx, story.at('cashier', today, '10:05'), body);
    }
    const seen = [waits, cutOff, paid].flatMap((row) =>
      row ? [{ id: row.id, version: row.version, dueMinor: row.dueMinor }] : [],
    );
    if (seen.length === 0) return;
    const { orders } = await approveDisconnections(tx, engineer, {
      cases: seen,
      remark: 'Nobody answers the phone',
    });
    const done = orders.filter(({ caseId }) => caseId !== waits?.id);
    for (const { orderId } of done) await workOn(tx, story, orderId);
    await withholdMessages(tx);
    await withholdNotices(tx);
  });
  if (paid) await payAll(story, paid.connectionId, paid.dueMinor);
  if (byCheque) await payByCheque(story, byCheque);
}

async function workOn(tx: Tx, story: Story, orderId: string): Promise<void> {
  const at = (role: 'reviewer' | 'engineer' | 'installer', time: string) => story.at(role, story.today, time);
  const version = () =>
    one<{ orderId: string; version: number }>(
      tx,
      sql`select id as "orderId", version from work_orders.orders where id = ${orderId}`,
    );
  const crew = at('installer', '09:50');
  await takeOrder(tx, at('reviewer', '09:35'), await version());
  await acceptOrder(tx, at('reviewer', '09:36'), await version());
  await assignOrder(tx, at('engineer', '09:40'), { ...(await version()), crewId: String(crew.userId) });
  await noteArrival(tx, at('installer', '09:50'), { ...(await version()), arrivedAt: null });
  await completeOrder(
    tx,
    at('installer', '09:58'),
    {
      ...{
        ...(await version()),
        completedAt: null,
        cause: 'Late bills',
        workDone: 'Valve closed and sealed',
      },
      ...{ lostLitres: null, labourMinor: minor(20_000), materials: [], varianceReason: null },
      unprovenReason: 'The camera of the phone does not work.',
    },
    [followOrder],
  );
}

async function payByCheque(
  { db, at, today }: Story,
  { connectionId, dueMinor, consumerName }: { connectionId: string; dueMinor: number; consumerName: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await makePayment(tx, at('cashier', today, '09:57'), {
      ...{ connectionId, amountMinor: minor(dueMinor) },
      tender: {
        ...{ method: 'CHEQUE', number: '7204311', bank: 'Agrani Bank', branch: 'Uttara' },
        ...{ drawnOn: today, drawer: consumerName },
      },
    });
    await withholdMessages(tx);
    await withholdNotices(tx);
  });
}

async function payAll(story: Story, connectionId: string, amountMinor: number): Promise<void> {
  await transaction(story.db, async (tx) => {
    const cashier = story.at('cashier', story.today, '09:59');
    await makePayment(tx, cashier, {
      connectionId,
      amountMinor: minor(amountMinor),
      tender: { method: 'CASH' },
    });
    const told = { ended: async () => undefined, atBank: async () => [] };
    await look(tx, { ...cashier, kind: 'system' }, connectionId, told);
    await withholdMessages(tx);
    await withholdNotices(tx);
  });
}
