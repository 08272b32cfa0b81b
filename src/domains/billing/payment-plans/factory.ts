/** Payment plans for tests: over HTTP, of connections with late bills of ৳115. */

import * as bills from '#domains/billing/invoices/contract.ts';
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { workPlans } from './actions/work-plans.ts';
import * as contract from './contract.ts';
import { type PlanRules, planRules } from './plan.rules.ts';

/** Bills of October and before are late on this day: due one month after their issue. */
export const START = '2026-12-05';
export const BILL = 115_00;

/** Rules of plans, as if two persons had planned them long ago. */
export const ruleOfPlans = (app: TestApp, value: Partial<Record<keyof PlanRules, unknown>>) =>
  execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      select 'payment-plans', coalesce(max(valid_from) + 1, '2020-01-01'), ${JSON.stringify(planRules.parse({ leastInstalmentMinor: 10_00, ...value }))}::jsonb,
        'APPROVED', false, 'x', 'x', now(), now() from settings.dated_entries where key = 'payment-plans'`,
  );

export async function planningOffice() {
  const app = await testApp({ now: startOn(START) });
  const [officer, second, cashier, household, neighbour] = [
    await app.staff('engineer'),
    await app.staff('engineer'),
    await app.staff('cashier'),
    await app.consumer(),
    await app.consumer('Karim Mia'),
  ];
  const keys = { tokens: makeTokens(app.platform.secrets), secrets: app.platform.secrets };
  /** The tests go through months: a day after the first one, the people sign in again. */
  const people = [officer, second, cashier, household, neighbour];
  const signIn = async () => {
    for (const person of people) {
      const { userId: id, role } = person;
      const { response } = await transaction(app.db, (tx) =>
        openSession(tx, keys, { id, role }, { now: app.clock.now(), ip: null, device: 'test' }),
      );
      person.idToken = response.AuthenticationResult.IdToken;
    }
  };
  const goTo = async (day: string) => {
    app.clock.set(`${day}T04:00:00Z`);
    await signIn();
  };
  const rule = (value: Partial<Record<keyof PlanRules, unknown>>) => ruleOfPlans(app, value);
  /** Bills of so many months; all but the newest one are late. */
  const debtor = (months = 4, who: Person = household) =>
    transaction(app.db, (tx) => makeDebtor(tx, app.system(), { months, consumerId: String(who.consumerId) }));
  const options = (connectionId: string, as: Person = officer) =>
    app.call(contract.planOptions, { as, query: { connectionId } });
  const terms = async (connectionId: string, more: Record<string, unknown> = {}) => {
    const { bills: late, sumMinor } = await options(connectionId);
    return {
      ...{ connectionId, billIds: late.map(({ id }) => id), sumMinor: Number(sumMinor) },
      ...{ firstMinor: 100_00, instalments: 2, dayOfMonth: 10, ...more },
    };
  };
  const propose = async (connectionId: string, more: Record<string, unknown> = {}, as = officer) =>
    app.call(contract.proposePlan, { as, body: await terms(connectionId, more) });
  const get = (id: string, as: Person = officer) => app.call(contract.getPlan, { as, params: { id } });
  const at = async (id: string, as: Person = officer) => ({
    as,
    params: { id },
    version: (await get(id)).version,
  });
  const accept = async (id: string, as: Person = household) => {
    const { params, version } = await at(id);
    return app.call(contract.acceptOwnPlan, { as, params, body: { version } });
  };
  /** A plan of three late bills that the household has accepted: ৳345 as ৳100 by 12 December, ৳122 by 10 January, ৳123 by 10 February. */
  const active = async (more: Record<string, unknown> = {}) => {
    const made = await debtor();
    const { id, number } = await propose(made.connectionId, more);
    await accept(id);
    return { ...made, id, planNumber: number };
  };
  const pay = (connectionId: string, amountMinor: number) =>
    app.call(payments.makePayment, {
      as: cashier,
      body: { connectionId, amountMinor: minorSchema.parse(amountMinor), tender: { method: 'CASH' } },
    });
  const run = () => workPlans(app.db, app.clock);
  const until = async (day: string) => {
    for (let on = app.system().today; on < day; ) {
      on = addDays(on, 1);
      app.clock.set(`${on}T04:00:00Z`);
      await run();
    }
    await signIn();
  };
  const kept = (id: string) =>
    one<{ state: string; because: string | null; held: number }>(
      app.owner.db,
      sql`select p.state, p.ended_because as because, (select count(*)::int from billing.collection_holds h
          where h.cause_id = p.id and h.to_day is null) as held from billing.payment_plans p where p.id = ${id}`,
    );
  const log = async (id: string) =>
    (
      await all<{ action: string }>(
        app.owner.db,
        sql`select action from platform.audit where object_id = ${id} and object = 'payment-plan' order by id`,
      )
    ).map(({ action }) => action.replace('payment-plan.', ''));
  const messages = async (id: string) =>
    (
      await all<{ event: string }>(
        app.owner.db,
        sql`select event from platform.outbox where event like 'billing.plan:%' and event like '%' || ${id} || '%' and channel = 'sms' order by id`,
      )
    ).map(({ event }) => event.replace('billing.plan:', '').replace(`:${id}`, ''));
  const states = async (id: string) =>
    (await get(id)).parts.map(({ state, paidMinor }) => `${state} ${Number(paidMinor) / 100}`);
  const bill = (id: string, as: Person = household) => app.call(bills.invoiceDetail, { as, params: { id } });
  return {
    ...{
      app,
      officer,
      second,
      cashier,
      household,
      neighbour,
      goTo,
      rule,
      debtor,
      options,
      terms,
      propose,
      get,
      at,
    },
    ...{ accept, active, pay, run, until, kept, log, messages, states, bill },
  };
}
