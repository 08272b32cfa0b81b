/** A town with rules of empty houses, for tests: notices and bills over HTTP. */
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { connect, makeTown } from '../bill-run/factory-months.ts';
import * as contract from './contract.ts';
import { type EmptyRules, emptyRules } from './empty-house.rules.ts';

/** A rule that counts from a long time ago on. */
export const ruleOfEmpty = (app: TestApp, value: Partial<EmptyRules> = {}) =>
  execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      select 'empty_houses', coalesce(max(valid_from) + 1, '2020-01-01'), ${JSON.stringify(emptyRules.parse({ on: true, ...value }))}::jsonb,
        'APPROVED', false, 'x', 'x', now(), now() from settings.dated_entries where key = 'empty_houses'`,
  );

export const OCTOBER = '2026-10-01';
export const WORDS = { reason: 'AWAY' as const, words: 'Abroad, told by the brother at the counter' };
/** All days of the bill of October. */
export const EMPTY = { fromDay: '2026-09-30', untilDay: '2026-12-15' };

type Asked = Partial<{ fromDay: string; untilDay: string | null; startLitres: number | null }>;

/** ৳10 a m³ and ৳30 a month; half of the fixed charge is owed for an empty day, and 1 m³ a month may be used. The day is 4 November. */
export async function emptyOffice() {
  const app = await testApp({ now: '2026-11-04T04:00:00Z' });
  const office = await makeTown(undefined, app);
  await ruleOfEmpty(app, { fixedOwedPercent: 50, noticeDaysBack: 60 });
  // The first one notes, the second one approves; the others add and correct registers.
  const [first, second, third, fourth, cashier] = [
    await app.staff('reviewer'),
    await app.staff('engineer'),
    await app.staff('engineer'),
    await app.staff('reviewer'),
    await app.staff('cashier'),
  ];
  const [household, neighbour] = [await app.consumer(), await app.consumer('Karim Mia')];
  /** With a reading of October; the one of September is the first of the connection. */
  const home = (litres: number, given: Parameters<typeof connect>[1] = {}) =>
    connect(office, {
      ...{ connectedOn: '2026-09-30', consumerId: String(household.consumerId) },
      ...{ readings: [[OCTOBER, '2026-10-31', litres]] as [string, string, number][], ...given },
    });
  const body = ({ number }: Pick<MadeConnection, 'number'>, asked: Asked = {}) => ({
    ...{ connectionNumber: number, ...WORDS, ...EMPTY, ...asked },
  });
  const note = (made: MadeConnection, asked: Asked = {}, as: Person = first) =>
    app.call(contract.noteEmptyHouse, { as, body: body(made, asked) });
  const refusal = (made: Pick<MadeConnection, 'number'>, asked: Asked = {}) =>
    app.codeOf(contract.noteEmptyHouse, { as: first, body: body(made, asked) });
  const get = (id: string, as: Person = second) => app.call(contract.getEmptyHouse, { as, params: { id } });
  const seen = async (id: string) => ({ params: { id }, body: { version: (await get(id)).version } });
  const approve = async (id: string, as: Person = second) =>
    app.call(contract.approveEmptyHouse, { as, ...(await seen(id)) });
  const decided = async (made: MadeConnection, asked: Asked = {}) => {
    const { id } = await note(made, asked);
    await approve(id);
    return id;
  };
  const end = async (id: string, untilDay: string) => {
    const { params, body: version } = await seen(id);
    const answer = 'The tenant came';
    return { as: first, params, body: { ...version, untilDay, answer } };
  };
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
        sql`select event from platform.outbox where event like 'billing.empty-house-%:' || ${id} and channel = 'sms' order by id`,
      )
    ).map(({ event }) => event.replace(/^billing\.empty-house-(.*):.*$/, '$1'));
  const fixed = async ({ id }: MadeConnection) =>
    Number(
      (
        await one<{ minor: number }>(
          app.db,
          sql`select coalesce(sum(l.amount_minor), 0)::int as minor from billing.invoices i
            join billing.invoice_lines l on l.invoice_id = i.id and l.kind = 'fixed' where i.connection_id = ${id}`,
        )
      ).minor,
    );
  return {
    ...{ app, office, first, second, third, fourth, cashier, household, neighbour, home },
    ...{ body, note, refusal, get, seen, approve, decided, end, log, told, fixed },
  };
}
