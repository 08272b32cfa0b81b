/** Leaks over HTTP until they are decided: who may ask for what, and what is refused. */
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { asIf } from '#test/database.ts';
import * as disputes from '../disputes/contract.ts';
import { expireLeaks } from './actions/end-leaks.ts';
import * as contract from './contract.ts';
import { BILL, CREDIT, leakOffice, ruleOfLeaks, SAID } from './factory.ts';

const office = await leakOffice();
const { app, officer, cashier, household, neighbour, decider } = office;
const {
  bill,
  readAgain,
  ask,
  asked,
  note,
  get,
  ready,
  refusal,
  credit,
  kept,
  log,
  messages,
  lastSms,
  cancel,
  pay,
  detail,
} = office;
const START = '2026-11-02';
const goTo = (day: string) => app.clock.set(`${day}T04:00:00Z`);
const mayAsk = async (billId: string, as = household) => (await detail(billId, as)).can.leak;

afterEach(async () => {
  goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

describe('a household asks', () => {
  test('gets a number, is told by SMS, its bill is not collected; those who decide have a notice', async () => {
    const { billId } = await bill();
    expect((await detail(billId)).totalMinor).toBe(BILL);
    expect(await mayAsk(billId)).toBe(true);
    const { id, number, waitUntil } = await ask(billId);
    expect(number).toMatch(/^95\d{9}$/);
    expect(waitUntil).toBe(addDays(START, 90));
    expect(await kept(id)).toEqual({ state: 'OPEN', isHeld: true, ended: null });
    expect(await detail(billId, household)).toMatchObject({ hasLeak: true, can: { leak: false } });
    const mine = await app.call(contract.listLeaks, { as: household, query: { invoiceId: billId } });
    expect(mine.items).toMatchObject([
      { id, number, state: 'OPEN', words: SAID.words, isReady: false, amountMinor: null },
    ]);
    expect(await messages(id)).toEqual(['asked']);
    const { items } = await app.call(listNotices, { as: decider, query: {} });
    expect(items.map(({ kind, path }) => [kind, path])).toContainEqual([
      'leaks.asked',
      `/billing/leaks/${id}`,
    ]);
    expect(await log(id)).toEqual(['leak.open']);
  });

  test('once, also if it asks twice at once', async () => {
    const { billId } = await bill();
    const codes = await Promise.all([asked(billId), asked(billId)]);
    expect(codes.toSorted()).toEqual(['leaks.within_year', undefined]);
    expect(await asked(billId)).toBe('leaks.within_year');
  });

  test('only of its own bill', async () => {
    const { billId } = await bill();
    expect(await asked(billId, neighbour)).toBe('common.not_found');
    const { id } = await ask(billId);
    const params = { id };
    expect(await app.codeOf(contract.getLeak, { as: neighbour, params })).toBe('common.not_found');
    expect(await app.codeOf(contract.withdrawLeak, { as: neighbour, params, body: { version: 1 } })).toBe(
      'common.not_found',
    );
    expect(await app.codeOf(contract.openLeakProof, { as: neighbour, params })).toBe('common.not_found');
    expect((await app.call(contract.listLeaks, { as: neighbour, query: {} })).total).toBe(0);
  });

  test('only of a use far above the usual one, with a rule, and with months to compare', async () => {
    const usual = await bill(15_000);
    expect(await mayAsk(usual.billId)).toBe(false);
    expect(
      await app.refused(contract.askOwnLeak, { as: household, body: { ...SAID, invoiceId: usual.billId } }),
    ).toMatchObject({
      code: 'leaks.not_unusual',
      params: { percent: 200, litres: 10_000 },
    });
    const { billId, connectionId } = await bill();
    await ruleOfLeaks(app, { on: false });
    expect(await mayAsk(billId)).toBe(false);
    expect(await asked(billId)).toBe('leaks.off');
    await ruleOfLeaks(app);
    // Estimates and months without use are no measure: two real readings with use are left.
    await asIf(
      app.owner.db,
      'meters.readings',
      sql`source = 'ESTIMATE' where connection_id = ${connectionId} and period in ('2026-05-01', '2026-06-01')`,
    );
    await asIf(
      app.owner.db,
      'meters.readings',
      sql`consumption_litres = 0 where connection_id = ${connectionId} and period = '2026-07-01'`,
    );
    expect(await mayAsk(billId)).toBe(false);
    expect(await asked(billId)).toBe('leaks.no_history');
    await ruleOfLeaks(app, { leastMonths: 2 });
    expect(await mayAsk(billId)).toBe(true);
    await ruleOfLeaks(app);
  });

  test('by the same months of the year before, if the rule says so and they were read', async () => {
    const { billId, connectionId } = await bill();
    await ruleOfLeaks(app, { basis: 'LAST_YEAR' });
    const { id } = await ask(billId);
    expect((await get(id)).figures).toMatchObject({ usualBasis: 'LAST', usualLitres: 50_000 });
    await execute(
      app.owner.db,
      sql`insert into meters.readings (connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres, source, state)
        select connection_id, meter_id, m.period, m.period + 29, 0, 0, m.period - 1, m.litres, 'MANUAL', 'BILLED'
        from meters.readings, (values (date '2025-09-01', 12000), ('2025-10-01', 18000), ('2025-08-01', 99000), ('2025-12-01', 99000)) m (period, litres)
        where connection_id = ${connectionId} and readings.period = '2026-10-01'`,
    );
    expect((await get(id)).figures).toMatchObject({
      usualBasis: 'LAST_YEAR',
      usualLitres: 30_000,
      usualDays: 60,
    });
    await ruleOfLeaks(app);
    // It keeps the rules of its day.
    expect((await get(id)).figures).toMatchObject({ usualBasis: 'LAST_YEAR' });
  });

  test('until the last day of the rule; the office later with a reason', async () => {
    const { billId } = await bill();
    await asIf(
      app.owner.db,
      'billing.invoices',
      sql`issued_on = ${addDays(START, -60)}::date where id = ${billId}`,
    );
    expect(await mayAsk(billId)).toBe(true);
    await asIf(
      app.owner.db,
      'billing.invoices',
      sql`issued_on = ${addDays(START, -61)}::date where id = ${billId}`,
    );
    expect(await mayAsk(billId)).toBe(false);
    expect(await mayAsk(billId, cashier)).toBe(true);
    expect(await asked(billId)).toBe('leaks.too_late');
    expect(await app.codeOf(contract.noteLeak, note(billId))).toBe('leaks.too_late');
    const { id } = await app.call(contract.noteLeak, note(billId, 'In hospital'));
    expect(await get(id)).toMatchObject({
      channel: 'PHONE',
      callerName: 'Her son',
      exceptionReason: 'In hospital',
    });
  });

  test('of a repair that was done, not before the days of the bill', async () => {
    const { billId } = await bill();
    expect(await asked(billId, household, { repairedOn: addDays(START, 1) })).toBe('leaks.repair_day');
    expect(await asked(billId, household, { repairedOn: '2026-09-29' })).toBe('leaks.repair_day');
    expect(await asked(billId, household, { repairedOn: '2026-09-30' })).toBeUndefined();
  });

  test('adds a proof of its own, which the office opens', async () => {
    const { billId } = await bill();
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const sent = await app.sendFile(uploadFile, { as: household, content: picture, name: 'pipe.jpg' });
    const proofId = String(sent.data?.id);
    const unknown = '0190ffff-ffff-7fff-8fff-ffffffffffff';
    expect(await asked(billId, household, { proofId: unknown })).toBe('leaks.proof_unknown');
    const { id } = await ask(billId, household, { proofId });
    for (const as of [household, decider]) {
      const { url, isImage } = await app.call(contract.openLeakProof, { as, params: { id } });
      expect([url.includes('/files?file='), isImage]).toEqual([true, true]);
    }
    expect(await app.codeOf(contract.openLeakProof, { as: neighbour, params: { id } })).toBe(
      'common.not_found',
    );
    const views = sql`select action from platform.audit where object_id = ${id} and action = 'leak.proof-view'`;
    expect(await all(app.owner.db, views)).toHaveLength(1);
  });

  test('takes it back, and may ask again; what is over stays', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const takeBack = (version: number) => ({ as: household, params: { id }, body: { version } });
    await app.call(contract.withdrawLeak, takeBack(1));
    expect(await kept(id)).toEqual({ state: 'WITHDRAWN', isHeld: false, ended: START });
    expect(await app.codeOf(contract.withdrawLeak, takeBack(2))).toBe('leaks.over');
    expect(await log(id)).toEqual(['leak.open', 'leak.withdraw']);
    await expect(
      execute(app.db, sql`update billing.leaks set words = 'nothing' where id = ${id}`),
    ).rejects.toThrow('is a fact');
    expect(await asked(billId)).toBeUndefined();
  });
});

test('a bill that is cancelled, disputed, taken over, estimated or supplementary is refused, of the office too', async () => {
  const [cancelled, disputed, taken, estimated] = [await bill(), await bill(), await bill(), await bill()];
  await cancel(cancelled.billId);
  await app.call(disputes.disputeOwnBill, {
    as: household,
    body: { invoiceId: disputed.billId, reason: 'OTHER', words: 'x' },
  });
  await execute(
    app.owner.db,
    sql`insert into billing.taken_over_bills (invoice_id, connection_id, consumer_id, amount_minor, agreed_minor, own_minor, position, below_minor, taken_at)
      select id, connection_id, ${String(neighbour.consumerId)}::uuid, total_minor, total_minor, 0, 1, 0, now() from billing.invoices where id = ${taken.billId}`,
  );
  await asIf(
    app.owner.db,
    'meters.readings',
    sql`source = 'ESTIMATE' where connection_id = ${estimated.connectionId} and period = '2026-10-01'`,
  );
  for (const [{ billId }, code] of [
    [cancelled, 'leaks.bill_cancelled'],
    [disputed, 'leaks.bill_disputed'],
    [taken, 'leaks.bill_taken_over'],
    [estimated, 'leaks.bill_unfit'],
  ] as const) {
    expect(await mayAsk(billId)).toBe(false);
    expect(await asked(billId)).toBe(code);
    expect(await app.codeOf(contract.noteLeak, note(billId, 'He was abroad'))).toBe(code);
    expect(`leaks.${(await detail(billId, cashier)).noLeak?.why}`).toBe(code);
  }
});

test('a bill with a leak is not disputed beside it; one that was paid, or is paid by a plan, is not held for it', async () => {
  const { billId } = await bill();
  await ask(billId);
  expect(
    await app.codeOf(disputes.disputeOwnBill, {
      as: household,
      body: { invoiceId: billId, reason: 'OTHER', words: 'x' },
    }),
  ).toBe('disputes.bill_held');
  const paid = await bill();
  await pay(paid.connectionId, BILL);
  expect(await kept((await ask(paid.billId)).id)).toMatchObject({ state: 'OPEN', isHeld: false });
  const planned = await bill();
  await execute(
    app.db,
    sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day) values (${planned.billId}, 'payment_plan', uuidv7(), '2026-11-03')`,
  );
  expect(await kept((await ask(planned.billId)).id)).toMatchObject({ state: 'OPEN', isHeld: false });
});

describe('the office', () => {
  test('notes one for who called, and takes it back with a reason', async () => {
    const { billId } = await bill();
    const { id } = await app.call(contract.noteLeak, note(billId));
    const back = (reason: string | null, as = cashier) => ({
      as,
      params: { id },
      body: { version: 1, reason },
    });
    const reader = await app.staff('reader');
    expect(await app.codeOf(contract.withdrawLeak, back('x', reader))).toBe('common.not_permitted');
    expect(await app.codeOf(contract.withdrawLeak, back(null))).toBe('leaks.withdrawal_reason');
    await app.call(contract.withdrawLeak, back('Her son called again'));
    expect(await messages(id)).toEqual(['asked', 'withdrawn']);
  });

  test('refuses: it is over, the bill is collected again, and the household reads why', async () => {
    const { billId } = await bill();
    const { id } = await ask(billId);
    const body = await refusal(id);
    expect(await app.codeOf(contract.refuseLeak, { ...body, body: { ...body.body, version: 9 } })).toBe(
      'common.stale_version',
    );
    expect(await get(id)).toMatchObject({ waitUntil: addDays(START, 90) });
    await app.call(contract.refuseLeak, body);
    // Nothing is waited for any more.
    const { items } = await app.call(contract.listLeaks, { as: decider, query: { invoiceId: billId } });
    expect(items).toMatchObject([{ id, state: 'REFUSED', waitUntil: null }]);
    expect(await kept(id)).toEqual({ state: 'REFUSED', isHeld: false, ended: START });
    expect(await get(id, household)).toMatchObject({
      answer: 'The meter shows no leak.',
      decidedBy: null,
      figures: null,
    });
    expect(await messages(id)).toEqual(['asked', 'refused']);
    expect(await lastSms(id)).toContain('Tk 1,525 of it is still to be paid. The meter shows no leak.');
    expect(await get(id, household)).toMatchObject({ dueMinor: BILL });
    expect(await log(id)).toEqual(['leak.open', 'leak.refuse']);
    expect(await app.codeOf(contract.refuseLeak, await refusal(id))).toBe('leaks.over');
    // Nothing was taken off: it may ask again.
    expect(await asked(billId)).toBeUndefined();
  });

  test('refuses one of a paid bill: nobody is told to pay it', async () => {
    const { billId, connectionId } = await bill();
    const { id } = await ask(billId);
    await pay(connectionId, BILL);
    await app.call(contract.refuseLeak, await refusal(id));
    expect(await lastSms(id)).toMatch(/nothing is taken off bill \d+\. The meter shows no leak\.$/);
    expect(await get(id, household)).toMatchObject({ dueMinor: 0 });
  });

  test('sees the figures and the obstacle; the household does not before it is decided', async () => {
    const made = await bill();
    const { id } = await ask(made.billId);
    expect(await get(id)).toMatchObject({
      obstacle: 'not_back',
      figures: {
        ...{ useLitres: 50_000, billDays: 31, usualLitres: 50_000, usualDays: 153, baseLitres: 10_131 },
        ...{
          excessLitres: 39_869,
          sharePercent: 50,
          forgivenLitres: 19_935,
          amountMinor: CREDIT,
          back: null,
        },
      },
    });
    expect(await get(id, household)).toMatchObject({ figures: null, obstacle: null, aloneUpToMinor: null });
    expect(await app.codeOf(contract.creditLeak, await credit(id))).toBe('leaks.not_back');
    await readAgain(made, 5_000);
    expect((await get(id)).obstacle).toBe('not_back');
    expect(await get(id)).toMatchObject({ isReady: true, obstacle: 'not_back' });
    const listed = await app.call(contract.listLeaks, {
      as: decider,
      query: { ready: true, invoiceId: made.billId },
    });
    expect(listed.items.map((row) => row.id)).toEqual([id]);
  });
});

test('a reading without use, or of fewer than seven days, does not show usual use', async () => {
  const seen = async (litres: number, readOn: string) => {
    const made = await bill();
    await readAgain(made, litres, readOn);
    const { id } = await ask(made.billId);
    const { isReady, obstacle, figures } = await get(id);
    return [isReady, obstacle, figures?.back?.days];
  };
  expect(await seen(600, '2026-11-06')).toEqual([false, 'not_back', undefined]);
  expect(await seen(0, '2026-11-07')).toEqual([false, 'not_back', undefined]);
  expect(await seen(1, '2026-11-07')).toEqual([true, null, 7]);
});

test('after its last day without usual use it expires; one that could be credited does not', async () => {
  const { id } = await ask((await bill()).billId);
  const paid = await bill();
  const { id: ofPaid } = await ask(paid.billId);
  await pay(paid.connectionId, BILL);
  const other = await ready();
  goTo(addDays(START, 90));
  await expireLeaks(app.db, app.clock);
  expect(await kept(id)).toMatchObject({ state: 'OPEN' });
  goTo(addDays(START, 91));
  await expireLeaks(app.db, app.clock);
  await expireLeaks(app.db, app.clock);
  expect(await kept(id)).toEqual({ state: 'EXPIRED', isHeld: false, ended: addDays(START, 91) });
  expect(await kept(other.id)).toMatchObject({ state: 'OPEN', isHeld: true });
  expect(await messages(id)).toEqual(['asked', 'expired']);
  expect(await lastSms(id)).toMatch(/Tk 1,525 of bill \d+ is still to be paid/);
  expect(await lastSms(ofPaid)).toMatch(/Nothing is taken off bill \d+\.$/);
  expect(await log(id)).toEqual(['leak.open', 'leak.expire']);
});

test('a leak is found by its number, by its household and by the office, and by nobody else', async () => {
  const { number } = await ask((await bill()).billId);
  const found = async (as: typeof household) =>
    (await app.call(contract.listLeaks, { as, query: { search: number } })).items.map((row) => row.number);
  expect(await found(household)).toEqual([number]);
  expect(await found(officer)).toEqual([number]);
  expect(await found(neighbour)).toEqual([]);
});

test('a month that was empty by a notice is not usual use', async () => {
  const { id, billId } = await ready();
  expect((await get(id)).figures?.usual).toHaveLength(5);
  // A bill of August as the one of October, with an empty house.
  const names = await all<{ name: string }>(
    app.owner.db,
    sql`select column_name as name from information_schema.columns
      where table_schema = 'billing' and table_name = 'invoices' and is_generated = 'NEVER'`,
  );
  const columns = sql.join(names.map(({ name }) => sql.ref(name)));
  await execute(
    app.owner.db,
    sql`insert into billing.invoices (${columns}) select ${columns} from (
      select (jsonb_populate_record(i, jsonb_build_object('id', uuidv7(), 'number', '40000000001', 'period', '2026-08-01', 'reading_id', null,
        'run_id', null, 'total_minor', 0, 'settled_minor', 0, 'empty_days', '[]'::jsonb))).* from billing.invoices i where i.id = ${billId}) august`,
  );
  expect((await get(id)).figures?.usual.map(({ period }) => period)).not.toContain('2026-08-01');
});
