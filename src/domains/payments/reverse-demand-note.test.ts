/** Counter money that was taken for the wrong application: taken back, and paid again by the right payment. */
import { afterEach, describe, expect, test } from 'vitest';
import * as applications from '#domains/applications/contract.ts';
import { withdrawAfterPayment } from '#domains/applications/demand-note/contract.ts';
import { type MadeApplication, makeApplication } from '#domains/applications/factory.ts';
import { installMeter } from '#domains/applications/installation/contract.ts';
import { closePeriod } from '#domains/ledger/actions/close-period.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import * as closings from '#domains/ledger/closings/contract.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import * as gateway from './gateway/contract.ts';

const app = await testApp();
const [cashier, admin, second] = [
  await app.staff('cashier'),
  await app.staff('admin'),
  await app.staff('admin'),
];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const setting = (key: string, value: object) =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );
/** The notes of these tests are above the shipped limit. */
const LIMIT = { reverseAloneUpToMinor: 1_000_000_00 };
await setting('payments', LIMIT);

const write = (statement: Sql) => transaction(app.owner.db, (tx) => execute(tx, statement));
const detail = (id: string) => app.call(applications.getApplication, { as: admin, params: { id } });
const totalOf = async (id: string) => (await detail(id)).totalMinor ?? 0;
const pay = async (id: string, amountMinor?: number, as: Person = cashier) =>
  app.call(contract.payDemandNote, {
    as,
    body: { applicationId: id, amountMinor: amountMinor ?? (await totalOf(id)), tender: { method: 'CASH' } },
  });
const reason = 'taken for the wrong application';
const reversing = (paymentId: string) => ({ as: admin, body: { paymentId, reason } });
const reverse = (paymentId: string) => app.call(contract.reversePayment, reversing(paymentId));
const codeOf = (paymentId: string) => app.codeOf(contract.reversePayment, reversing(paymentId));
const balance = (id: string, account: '1110' | '2210') => balanceOf(app.db, { partyId: id, account });

/** An application whose note is paid. */
async function paid(): Promise<{ made: MadeApplication; paymentId: string; total: number }> {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  const total = await totalOf(made.id);
  const { id: paymentId } = await pay(made.id);
  return { made, paymentId, total };
}

/** Kinds of the journals about the note and its payments, in their order, with what they put on 1110. */
const journalsOf = (applicationId: string) =>
  all<{ kind: string; round: number; minor: number }>(
    app.db,
    sql`select j.kind, j.round, e.amount_minor as minor from ledger.journals j
      join ledger.entries e on e.journal_id = j.id and e.account_code = '1110' and e.party_id = ${applicationId}
      order by j.created_at, j.id`,
  );

describe('taken back', () => {
  test('the note is open, the application waits for its payment, and the right money pays it', async () => {
    const { made, paymentId, total } = await paid();
    expect((await detail(made.id)).state).toBe('READY_FOR_METER_INSTALLATION');
    expect((await app.call(contract.getPayment, { as: admin, params: { id: paymentId } })).can.reverse).toBe(
      true,
    );
    expect(await reverse(paymentId)).toMatchObject({
      state: 'REVERSED',
      can: { reverse: false, receipt: true },
    });
    const waiting = await detail(made.id);
    expect(waiting).toMatchObject({ state: 'READY_TO_PAY', expiresOn: '2026-12-15' });
    expect(waiting.demandNotes[0]).toMatchObject({ state: 'ISSUED', settledMinor: 0 });
    expect([await balance(made.id, '1110'), await balance(made.id, '2210')]).toEqual([0, 0]);
    const again = await pay(made.id);
    expect((await detail(made.id)).state).toBe('READY_FOR_METER_INSTALLATION');
    await reverse(again.id);
    await pay(made.id);
    expect((await journalsOf(made.id)).map(({ kind, round, minor }) => [kind, round, minor / total])).toEqual(
      [
        ['DEMAND_NOTE', 1, 1],
        ['PAYMENT', 1, -1],
        ['REVERSAL', 1, 1],
        ['REVERSAL', 1, -1],
        ['DEMAND_NOTE', 2, 1],
        ['PAYMENT', 1, -1],
        ['REVERSAL', 1, 1],
        ['REVERSAL', 2, -1],
        ['DEMAND_NOTE', 3, 1],
        ['PAYMENT', 1, -1],
      ],
    );
    expect(await codeOf(paymentId)).toBe('payments.not_reversible');
  });

  test('the applicant is told once, and the audit log has both acts', async () => {
    const { made, paymentId } = await paid();
    await reverse(paymentId);
    const messages = await all<{ text: string }>(
      app.db,
      sql`select body as text from platform.outbox where event like ${`application.takenBack:${made.id}:%`}`,
    );
    expect(messages).toHaveLength(1);
    const rows = await all<{ action: string; reason: string }>(
      app.db,
      sql`select action, reason from platform.audit where reason = ${reason}
        and object_id in (${made.id}, ${paymentId}) order by id`,
    );
    expect(rows).toEqual([
      { action: 'application.take-back-payment', reason },
      { action: 'payment.reverse', reason },
    ]);
  });

  test('the money is missing in the drawer of who took it', async () => {
    const drawer = await app.staff('cashier');
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const { id } = await pay(made.id, undefined, drawer);
    await reverse(id);
    const { expectedMinor } = await app.call(closings.expectedCash, {
      as: drawer,
      query: { day: '2026-11-15' },
    });
    expect(expectedMinor).toBe(0);
  });

  test('of two parts one is taken back: the note stays in the books with the other', async () => {
    await setting('applications', { partialPayment: true });
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const total = await totalOf(made.id);
    const first = await pay(made.id, 10_000);
    const rest = await pay(made.id, total - 10_000);
    await reverse(first.id);
    expect(await balance(made.id, '1110')).toBe(10_000);
    expect(await detail(made.id)).toMatchObject({ state: 'READY_TO_PAY' });
    // The last day is over meanwhile: who pays has time again, also if the state is the same.
    await write(sql`update applications.applications set expires_on = '2026-11-01' where id = ${made.id}`);
    await reverse(rest.id);
    expect(await balance(made.id, '1110')).toBe(0);
    expect(await detail(made.id)).toMatchObject({ state: 'READY_TO_PAY', expiresOn: '2026-12-15' });
    await write(sql`update applications.applications set expires_on = '2027-01-31' where id = ${made.id}`);
    await reverse((await pay(made.id, 10_000)).id);
    expect((await detail(made.id)).expiresOn).toBe('2027-01-31');
    await setting('applications', {});
  });
});

describe('by two people', () => {
  test('above the limit a second one decides; the limit remembers the application', async () => {
    await setting('payments', { reverseAloneUpToMinor: 15_000 });
    await setting('applications', { partialPayment: true });
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const parts = [await pay(made.id, 10_000), await pay(made.id, 10_000)];
    const [one, two] = [await app.staff('admin'), await app.staff('admin')];
    const asked = (as: Person, paymentId = '') =>
      app.call(contract.reversePayment, { as, body: { paymentId, reason } });
    const left = (as: Person, id = '') => app.call(contract.reverseAlone, { as, params: { id } });
    expect(await left(two, parts[1]?.id)).toEqual({ limitMinor: 15_000, leftMinor: 15_000 });
    expect((await asked(one, parts[0]?.id)).state).toBe('REVERSED');
    expect(await left(two, parts[1]?.id)).toEqual({ limitMinor: 15_000, leftMinor: 5_000 });
    const waiting = await asked(two, parts[1]?.id);
    expect([waiting.state, waiting.reversal?.state]).toEqual(['APPROVED', 'REQUESTED']);
    const body = { reversalId: waiting.reversal?.id ?? '', accept: true };
    expect(await app.codeOf(contract.decideReversal, { as: two, body })).toBe('payments.second_person');
    const told = await all(
      app.db,
      sql`select from platform.notices where user_id = ${one.userId} and kind = 'payments.decision_waiting'`,
    );
    expect(told).toHaveLength(1);
    expect((await app.call(contract.decideReversal, { as: one, body })).state).toBe('REVERSED');
    expect(await balance(made.id, '1110')).toBe(0);
    await setting('payments', LIMIT);
    await setting('applications', {});
  });

  test('two at once take it back once', async () => {
    const { made, paymentId } = await paid();
    const codes = await Promise.all([codeOf(paymentId), codeOf(paymentId)]);
    expect(codes.toSorted()).toEqual(['payments.not_reversible', undefined]);
    expect(await balance(made.id, '1110')).toBe(0);
  });
});

describe('refused, by what prevents it', () => {
  const install = (made: MadeApplication) =>
    write(sql`insert into applications.installations
        (application_id, meter_id, installed_on, seal_number, opening_litres, installed_by_name, recorded_at)
      select id, meter_id, '2026-11-15', 'S', 0, 'test', now() from applications.applications where id = ${made.id}`);
  const obstacles: [string, (made: MadeApplication) => Promise<unknown>][] = [
    ['applications.meter_installed', install],
    [
      'applications.meter_installed',
      async (made) => {
        await install(made);
        const { version } = await detail(made.id);
        const body = { applicationId: made.id, version, action: 'confirm-installation' as const };
        await app.call(applications.updateState, { as: admin, body });
      },
    ],
    [
      'applications.on_hold',
      (made) =>
        write(
          sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'x', overlay_on = '2026-11-15' where id = ${made.id}`,
        ),
    ],
    [
      'applications.archived',
      (made) => write(sql`update applications.applications set archived_at = now() where id = ${made.id}`),
    ],
    [
      'applications.wrong_state',
      (made) =>
        write(sql`update applications.applications set state = 'READY_TO_SURVEY' where id = ${made.id}`),
    ],
    [
      'applications.note_withdrawn',
      async (made) => {
        const { version } = await detail(made.id);
        const body = { applicationId: made.id, version, remark: 'moved away' };
        await app.call(withdrawAfterPayment, { as: admin, body });
      },
    ],
  ];

  test.each(obstacles)('%s, asked and decided', async (code, happen) => {
    const asked = await paid();
    const waiting = await paid();
    await setting('payments', { reverseAloneUpToMinor: 0 });
    const { reversal } = await reverse(waiting.paymentId);
    await happen(asked.made);
    await happen(waiting.made);
    const body = { reversalId: String(reversal?.id), accept: true };
    expect([
      await codeOf(asked.paymentId),
      await app.codeOf(contract.decideReversal, { as: second, body }),
    ]).toEqual([code, code]);
    const refused = { as: second, body: { ...body, accept: false, remark: 'it stays' } };
    expect((await app.call(contract.decideReversal, refused)).state).toBe('APPROVED');
    await setting('payments', LIMIT);
  });

  test('a meter that is brought at the same moment is not left without its money', async () => {
    const { made, paymentId } = await paid();
    const { version } = await detail(made.id);
    const installing = app.codeOf(installMeter, {
      as: admin,
      body: {
        ...{ applicationId: made.id, version, installedOn: '2026-11-15', meterNumber: made.meterNumber },
        ...{ sealNumber: 'S', openingLitres: 0, unprovenReason: 'for a test' },
      },
    });
    const codes = await Promise.all([installing, codeOf(paymentId)]);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });

  test('the day of the cashier is closed', async () => {
    const drawer = await app.staff('cashier');
    const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
    const { id } = await pay(made.id, undefined, drawer);
    const day = '2026-11-15';
    const { expectedMinor } = await app.call(closings.expectedCash, { as: drawer, query: { day } });
    const counted = { by: 'total' as const, totalMinor: expectedMinor };
    await app.call(closings.closeCash, { as: drawer, body: { day, counted, expectedMinor } });
    expect(await codeOf(id)).toBe('ledger.day_closed');
    expect((await detail(made.id)).state).toBe('READY_FOR_METER_INSTALLATION');
  });

  test('money that a bank took goes back as a refund', async () => {
    const consumer = await app.consumer();
    const made = await makeApplication(app, {
      upTo: 'READY_TO_PAY',
      consumerId: String(consumer.consumerId),
    });
    const body = {
      applicationId: made.id,
      amountMinor: await totalOf(made.id),
      tender: { method: 'GATEWAY' as const },
    };
    const started = await app.call(contract.payDemandNote, { as: consumer, body });
    const { bankUrl } = await app.call(gateway.openOrder, { as: consumer, body: { paymentId: started.id } });
    await app.server.inject({
      method: 'POST',
      url: '/sandbox-bank/pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URL(bankUrl ?? '', 'http://x').searchParams}&decision=approve&manner=repeat`,
    });
    const payment = await app.call(contract.getPayment, { as: admin, params: { id: started.id } });
    expect([payment.state, payment.can.reverse]).toEqual(['APPROVED', false]);
    expect(await codeOf(started.id)).toBe('payments.not_reversible');
    expect(await app.codeOf(contract.reverseAlone, { as: admin, params: { id: started.id } })).toBe(
      'common.not_found',
    );
  });
});

describe('the ledger', () => {
  const post = (sourceId: string, again: boolean) =>
    transaction(app.db, (tx) =>
      postJournal(tx, app.system(), {
        ...{ kind: 'DEMAND_NOTE' as const, sourceId, businessDate: '2026-11-15', again },
        entries: [
          { account: '1000', amountMinor: 1 },
          { account: '4100', amountMinor: -1 },
        ],
      }),
    );

  test('a thing is not posted again unless its last journal was reversed', async () => {
    const sourceId = crypto.randomUUID();
    await post(sourceId, true);
    await expect(post(sourceId, true)).rejects.toMatchObject({ constraint: 'journals_before_fkey' });
    await expect(post(sourceId, false)).rejects.toMatchObject({ constraint: 'journals_source_key' });
    const { rounds } = await one<{ rounds: number }>(
      app.db,
      sql`select max(round)::int as rounds from ledger.journals where source_id = ${sourceId}`,
    );
    expect(rounds).toBe(1);
  });
});

// Last, because nothing is posted into the month any more.
test('the month is closed: neither asked nor decided', async () => {
  const [asked, waiting] = [await paid(), await paid()];
  await setting('payments', { reverseAloneUpToMinor: 0 });
  const { reversal } = await reverse(waiting.paymentId);
  await setting('payments', LIMIT);
  await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-11-01'));
  const body = { reversalId: String(reversal?.id), accept: true };
  expect([
    await codeOf(asked.paymentId),
    await app.codeOf(contract.decideReversal, { as: second, body }),
  ]).toEqual(['ledger.period_closed', 'ledger.period_closed']);
  expect((await detail(asked.made.id)).state).toBe('READY_FOR_METER_INSTALLATION');
});
