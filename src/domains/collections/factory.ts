/** The dunning ladder in tests: rules that count, late bills, the daily run, and what the jobs of money and orders do. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { moneyAtBank, orderEnded } from '#domains/work-orders/points.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, first, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import type { TestApp } from '#test/app.ts';
import { joined } from '../../services.ts';
import { lookAtCase, lookAtOrders } from './cases/actions/look-at-case.ts';
import { workLadder } from './ladder/actions/work-ladder.ts';
import * as ladder from './ladder/contract.ts';
import { ladderRules } from './ladder/ladder.rules.ts';

type Rules = Parameters<typeof ladderRules.parse>[0];
/** ৳115 a bill. */
export const BILL = 11_500;
export const RULES = {
  on: true,
  reminder: { daysOverdue: 5, leastMinor: 10_000, waitDays: 10 },
  notice: { daysOverdue: 20, leastMinor: 10_000, waitDays: 7 },
  disconnection: { daysOverdue: 30, leastMinor: 20_000 },
};

export function dunningCalls(app: TestApp) {
  const told = { ended: joined.only(orderEnded), atBank: joined.only(moneyAtBank) };
  const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);

  async function rules(value: unknown = RULES): Promise<void> {
    const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
    const body = {
      ...{ validFrom: app.system().today, reason: 'Board of the month' },
      value: ladderRules.parse(value as Rules),
    };
    const { id, version } = await app.call(ladder.planLadder, { as: planner, body });
    await app.call(ladder.approveLadder, { as: approver, params: { id }, body: { version } });
  }

  /** A connection with bills that were to be paid by these days. */
  async function debtor(dueOns: readonly string[], consumerId?: string) {
    return transaction(app.db, async (tx) => {
      const made = await makeConnection(tx, app.system(), consumerId ? { consumerId } : {});
      const bills: string[] = [];
      for (const dueOn of dueOns) {
        const issuedOn = addDays(dueOn, -20);
        const period = firstOfMonth(issuedOn);
        bills.push(
          (await makeInvoice(tx, app.system(), { connectionId: made.id, issuedOn, dueOn, period })).id,
        );
      }
      return { ...made, bills };
    });
  }

  /** The daily run, each day up to this one. */
  async function until(day: string): Promise<void> {
    for (let at = app.system().today; at < day; at = addDays(at, 1)) {
      goTo(at);
      await workLadder(app.db, app.clock);
    }
    goTo(day);
    await workLadder(app.db, app.clock);
  }

  /** Jobs that money, holds and orders added, without doing them. */
  const dropJobs = () =>
    all<{ id: string }>(
      app.owner.db,
      sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'collections:look-at-case' returning j.payload ->> 'connectionId' as id`,
    );
  /** The same, done. @returns how many */
  async function look(): Promise<number> {
    const added = await dropJobs();
    for (const { id } of added) await lookAtCase(app.db, app.clock, id, told);
    return added.length;
  }

  async function pay(connectionId: string, amountMinor: number): Promise<string> {
    const as = await app.staff('cashier');
    const body = { connectionId, amountMinor, tender: { method: 'CASH' as const } };
    return (await app.call(payments.makePayment, { as, body })).id;
  }

  const caseOf = (connectionId: string) =>
    first<{
      id: string;
      state: string;
      because: string | null;
      dueMinor: number;
      payBy: string;
      version: number;
      orderId: string | null;
      reconnectionId: string | null;
    }>(
      app.db,
      sql`select id, state, closed_because as because, due_minor as "dueMinor", pay_by as "payBy", version, order_id as "orderId", reconnection_id as "reconnectionId"
        from collections.cases where connection_id = ${connectionId} order by id desc limit 1`,
    );
  const eventsOf = async (connectionId: string) =>
    (
      await all<{ event: string }>(
        app.db,
        sql`select e.event from collections.case_events e join collections.cases k on k.id = e.case_id
          where k.connection_id = ${connectionId} order by e.id`,
      )
    ).map(({ event }) => event);
  const messages = async (what: string) =>
    (
      await all<{ body: string }>(
        app.db,
        sql`select body from platform.outbox where event like ${`collections.${what}:%`} and channel = 'sms' order by id`,
      )
    ).map(({ body }) => body);
  const orderState = async (orderId: string | null | undefined) =>
    (await one<{ state: string }>(app.db, sql`select state from work_orders.orders where id = ${orderId}`))
      .state;
  const statusOf = async (connectionId: string) =>
    (
      await one<{ status: string }>(
        app.db,
        sql`select status from meters.connections where id = ${connectionId}`,
      )
    ).status;

  /** A crew takes the way of an order up to a state. */
  async function work(orderId: string, upTo: 'ASSIGNED' | 'COMPLETED'): Promise<void> {
    const yard = await makeYard(app);
    if ((await orderState(orderId)) === 'PENDING') await yard.step(steps.takeOrder, yard.clerk, orderId);
    await yard.step(steps.acceptOrder, yard.clerk, orderId);
    await yard.step(steps.assignOrder, yard.engineer, orderId, { crewId: yard.crew.userId });
    if (upTo === 'ASSIGNED') return;
    await yard.step(steps.noteArrival, yard.crew, orderId);
    await yard.step(steps.completeOrder, yard.crew, orderId, yard.done);
  }

  const run = { signal: new AbortController().signal, log: app.platform.log };
  const lookAtAll = () => lookAtOrders(app.db, app.clock, told, run);
  return {
    goTo,
    rules,
    debtor,
    until,
    dropJobs,
    look,
    lookAtAll,
    pay,
    caseOf,
    eventsOf,
    messages,
    orderState,
    statusOf,
    work,
  };
}
