/** Households with a leak, for tests: over HTTP, at an office that corrects bills. */
import { makeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { correctingOffice, OCTOBER } from '#domains/payments/factory-corrections.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { type LeakRules, leakRules } from './leak.rules.ts';

export const SAID = { words: 'The pipe under the yard was broken', repairedOn: '2026-11-01' };
/** 50 m³ instead of 10 m³ in the months before. */
export const BILL = 152_500;
/** 50,000 litres in 153 days are 10,131 in 31 days; of 39,869 too much a half, 19,935, is taken off: 30,065 litres cost 837.26. */
export const CREDIT = 68_774;

/** Rules of leaks, as if two persons had planned them long ago. One person credits what these tests credit in a day. */
export const ruleOfLeaks = (app: TestApp, value: Partial<Record<keyof LeakRules, unknown>> = {}) =>
  execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      select 'leaks', coalesce(max(valid_from) + 1, '2020-01-01'), ${JSON.stringify(leakRules.parse({ on: true, aloneUpToMinor: 100_000_00, ...value }))}::jsonb,
        'APPROVED', false, 'x', 'x', now(), now() from settings.dated_entries where key = 'leaks'`,
  );

/** As if the household had asked, with any use. @returns its id */
export const insertLeak = async (
  app: TestApp,
  invoiceId: string,
  words: string,
  proofId: string | null = null,
) =>
  (
    await one<{ id: string }>(
      app.db,
      sql`insert into billing.leaks (number, invoice_id, connection_id, period, words, repaired_on, proof_file_id, channel, asked_by,
          asked_by_name, asked_at, asked_on, rules, wait_until)
        select platform.human_number(95, platform.take_numbers('leak')), i.id, i.connection_id, i.period, ${words}, i.issued_on, ${proofId}::uuid,
          'PORTAL', uuidv7(), 'x', now(), i.issued_on, '{}', i.issued_on + 90
        from billing.invoices i where i.id = ${invoiceId} returning id`,
    )
  ).id;

export async function leakOffice() {
  const office = await correctingOffice();
  const { app, run, list } = office;
  const [household, neighbour, decider, second] = [
    await app.consumer(),
    await app.consumer('Karim Mia'),
    await app.staff('engineer'),
    await app.staff('engineer'),
  ];
  const system = { ...app.system(), permissions: new Set<never>() };
  await execute(app.owner.db, sql`update meters.reading_checks set effect = 'OFF'`);
  await ruleOfLeaks(app);

  /** A bill of October of so many litres, after five months of 10 m³; May is estimated if `estimated` says so. */
  const bill = async (litres = 50_000, who: Person = household) => {
    const made = await transaction(app.db, (tx) =>
      makeConnection(tx, system, {
        ...{ connectedOn: '2026-04-30', approve: true, consumerId: String(who.consumerId) },
        readings: [
          ['2026-05-01', '2026-05-31', 10_000],
          ['2026-06-01', '2026-06-30', 20_000],
          ['2026-07-01', '2026-07-31', 30_000],
          ['2026-08-01', '2026-08-31', 40_000],
          ['2026-09-01', '2026-09-30', 50_000],
          [OCTOBER, '2026-10-31', 50_000 + litres],
        ],
      }),
    );
    await execute(
      app.db,
      sql`update meters.readings set state = 'BILLED' where connection_id = ${made.id} and period < ${OCTOBER}::date`,
    );
    await run(OCTOBER);
    const { items } = await list(made.id);
    return {
      connectionId: made.id,
      meterId: made.meterId,
      register: 50_000 + litres,
      billId: String(items[0]?.id),
    };
  };
  type Bill = Awaited<ReturnType<typeof bill>>;
  /** A reading of November, some days after the bill's; taken as if that day had come. */
  const readAgain = ({ meterId, connectionId, register }: Bill, litres = 600, readOn = '2026-11-07') =>
    transaction(app.db, async (tx) => {
      const period = '2026-11-01';
      const later = { ...system, today: readOn };
      await captureReading(tx, later, {
        meterId,
        period,
        readOn,
        registerLitres: register + litres,
      });
      await approveUnflagged(tx, system, { period, connectionId });
    });
  /** A correction of the bill's reading changes the use of the next one, which is approved again. */
  const approveAgain = (connectionId: string) =>
    transaction(app.db, (tx) => approveUnflagged(tx, system, { period: '2026-11-01', connectionId }));
  const ask = (
    invoiceId: string,
    as: Person = household,
    more: { proofId?: string; repairedOn?: string } = {},
  ) => app.call(contract.askOwnLeak, { as, body: { ...SAID, ...more, invoiceId } });
  const asked = (
    invoiceId: string,
    as: Person = household,
    more: { proofId?: string; repairedOn?: string } = {},
  ) => app.codeOf(contract.askOwnLeak, { as, body: { ...SAID, ...more, invoiceId } });
  const note = (invoiceId: string, exceptionReason: string | null = null, as: Person = office.cashier) => ({
    as,
    body: { ...SAID, invoiceId, channel: 'PHONE' as const, callerName: 'Her son', exceptionReason },
  });
  const get = (id: string, as: Person = decider) => app.call(contract.getLeak, { as, params: { id } });
  /** A bill with a leak that the household asked about; the use is back. */
  const ready = async (litres?: number) => {
    const made = await bill(litres);
    await readAgain(made);
    return { ...made, ...(await ask(made.billId)) };
  };
  const credit = async (id: string, as: Person = decider, amountMinor?: number) => {
    const { version, figures } = await get(id);
    const body = {
      version,
      amountMinor: amountMinor ?? Number(figures?.amountMinor ?? CREDIT),
      answer: 'It was a leak.',
    };
    return { as, params: { id }, body };
  };
  const refusal = async (id: string, as: Person = decider) => ({
    ...{ as, params: { id } },
    body: { version: (await get(id)).version, answer: 'The meter shows no leak.' },
  });
  const approval = async (id: string, accept = true, reason: string | null = null, as: Person = second) => ({
    ...{ as, params: { id } },
    body: { version: (await get(id)).version, accept, reason },
  });
  const kept = (id: string) =>
    one<{ state: string; isHeld: boolean; ended: string | null }>(
      app.db,
      sql`select k.state, k.ended_on as ended,
          exists (select from billing.collection_holds h where h.cause_id = k.id and h.to_day is null) as "isHeld"
        from billing.leaks k where k.id = ${id}`,
    );
  const log = async (id: string) =>
    (
      await all<{ action: string }>(
        app.owner.db,
        sql`select action from platform.audit where object_id = ${id} and object = 'leak' order by id`,
      )
    ).map(({ action }) => action);
  const messages = async (id: string) =>
    (
      await all<{ event: string }>(
        app.owner.db,
        sql`select event from platform.outbox where event like 'billing.leak-%:' || ${id} and channel = 'sms' order by id`,
      )
    ).map(({ event }) => event.replace(/^billing\.leak-(.*):.*$/, '$1'));
  /** The last SMS about it. */
  const lastSms = async (id: string) =>
    (
      await one<{ body: string }>(
        app.db,
        sql`select body from platform.outbox where event like 'billing.leak-%:' || ${id} and channel = 'sms' order by id desc limit 1`,
      )
    ).body;
  return {
    ...office,
    ...{
      household,
      neighbour,
      decider,
      second,
      bill,
      readAgain,
      approveAgain,
      ask,
      asked,
      note,
      get,
      ready,
      credit,
      refusal,
    },
    ...{ approval, kept, log, messages, lastSms, system },
  };
}
