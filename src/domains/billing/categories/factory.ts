/** A town whose connections get other categories by date, for tests: over HTTP, through months. */
import { openSession } from '#domains/identity/actions/open-session.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { connect, makeTown } from '../bill-run/factory-months.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { workCategories } from './actions/turn-categories.ts';
import * as contract from './contract.ts';

export const START = '2026-11-02';
export const WORDS = {
  reason: 'UNDER_CONSTRUCTION' as const,
  words: 'Six floors are being built, seen by Rahim',
};
export const BUILDING = {
  ...{ category: 'commercial', fromDay: '2026-11-15', untilDay: '2027-02-01', nextCategory: 'residential' },
};
export const SEPTEMBER: [string, string, number] = ['2026-09-01', '2026-09-30', 20_000];

type Asked = Partial<{
  category: string;
  fromDay: string;
  untilDay: string | null;
  nextCategory: string | null;
}>;

/** Residential: ৳10 a m³ and ৳30 a month. Commercial: ৳40 and ৳60. Industrial has no price. */
export async function categoryOffice() {
  const app = await testApp({ now: `${START}T04:00:00Z` });
  const office = await makeTown(undefined, app);
  await approvedTariff(app.db, {
    ...{ category: 'commercial', effectiveFrom: '2024-01-01', fixedAmount: '60' },
    blocks: [{ from: '0', to: null, rate: '40' }],
  });
  const [first, second, cashier] = [
    await app.staff('reviewer'),
    await app.staff('engineer'),
    await app.staff('cashier'),
  ];
  const [household, neighbour] = [await app.consumer(), await app.consumer('Karim Mia')];
  const keys = { tokens: makeTokens(app.platform.secrets), secrets: app.platform.secrets };
  /** The tests go through months: a day after the first one, the people sign in again. */
  const goTo = async (day: string) => {
    app.clock.set(`${day}T04:00:00Z`);
    for (const person of [first, second, cashier, household, neighbour, office.planner, office.approver]) {
      const { userId: id, role } = person;
      const { response } = await transaction(app.db, (tx) =>
        openSession(tx, keys, { id, role }, { now: app.clock.now(), ip: null, device: 'test' }),
      );
      person.idToken = response.AuthenticationResult.IdToken;
    }
  };
  const body = ({ number }: Pick<MadeConnection, 'number'>, asked: Asked = {}) => ({
    ...{ connectionNumber: number, ...WORDS, ...BUILDING, ...asked },
  });
  const propose = (made: MadeConnection, asked: Asked = {}, as: Person = first) =>
    app.call(contract.proposeCategory, { as, body: body(made, asked) });
  const refusal = (made: Pick<MadeConnection, 'number'>, asked: Asked = {}) =>
    app.codeOf(contract.proposeCategory, { as: first, body: body(made, asked) });
  const get = (id: string, as: Person = second) =>
    app.call(contract.getCategoryChange, { as, params: { id } });
  const seen = async (id: string) => ({ params: { id }, body: { version: (await get(id)).version } });
  const approve = async (id: string, as: Person = second) =>
    app.call(contract.approveCategory, { as, ...(await seen(id)) });
  const decided = async (made: MadeConnection, asked: Asked = {}) => {
    const { id } = await propose(made, asked);
    await approve(id);
    return id;
  };
  const spans = ({ id }: MadeConnection) =>
    all<{ category: string; from: string; until: string }>(
      app.owner.db,
      sql`select category, from_day::text as from, until_day::text as until from meters.connection_categories
        where connection_id = ${id} order by from_day`,
    );
  const today = async ({ id }: MadeConnection) =>
    (await one<{ category: string }>(app.db, sql`select category from meters.connections where id = ${id}`))
      .category;
  const log = async (id: string) =>
    (
      await all<{ action: string }>(
        app.owner.db,
        sql`select action from platform.audit where object_id = ${id} order by id`,
      )
    ).map(({ action }) => action);
  const told = async (id: string) =>
    (
      await all<{ event: string }>(
        app.owner.db,
        sql`select event from platform.outbox where event like 'billing.category-%:' || ${id} || '%' and channel = 'sms' order by id`,
      )
    ).map(({ event }) => event.replace(/^billing\.category-(.*?):.*$/, '$1'));
  const work = () => workCategories(app.db, app.clock);
  const home = (given: Parameters<typeof connect>[1] = {}) =>
    connect(office, {
      ...{ connectedOn: '2026-08-31', consumerId: String(household.consumerId), readings: [SEPTEMBER] },
      ...given,
    });
  return {
    ...{ app, office, first, second, cashier, household, neighbour, goTo, home },
    ...{ body, propose, refusal, get, seen, approve, decided, spans, today, log, told, work },
  };
}
