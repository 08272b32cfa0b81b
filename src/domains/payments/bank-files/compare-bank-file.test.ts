/** A settlement file beside our payments and the books: what each row is, what becomes of a difference, and its posting by two. */
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { sendEmptyForm } from '#test/empty-form.ts';
import { UNREADABLE } from '#test/refusals/broken-tables.ts';
import * as alarms from '../alarms/contract.ts';
import { postedFiles } from '../book-proof.ts';
import { reversePayment } from '../contract.ts';
import { gatewayContext } from '../gateway/context.ts';
import { checkDueOrders } from '../gateway/janitor.ts';
import { hindrances } from '../hindrances.ts';
import { decideProposal, listProposals } from '../proposals/contract.ts';
import { differences } from '../queries.ts';
import * as contract from './contract.ts';
import { bankOffice, DAY } from './factory-bank-files.ts';

const { app, ways, cashier, reviewer, paid, csv, send, take, rows, file, mixedFile } = await bankOffice();

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await postedFiles.difference(app.db)).toBe(0);
});

const REASON = 'line 7 of the statement';
const on = (id: string, as = cashier) => ({ as, params: { id } });
const act = (id: string, body: object, as = cashier) => ({ ...on(id, as), body: body as never });
const classOf = async (id: string, order: string) =>
  (await rows(id)).filter((row) => row.orderId === order).map((row) => [row.class, row.status]);
const alarmsOf = (paymentId: string) =>
  all<{ id: string; kind: string; state: string; solution: string | null }>(
    app.db,
    sql`select id, kind, state, solution from payments.alarms where payment_id = ${paymentId} and kind like 'FILE%' order by raised_at`,
  );
const balances = () =>
  one<{ bank: number; fees: number; gateway: number }>(
    app.db,
    sql`select coalesce(sum(amount_minor) filter (where account_code = '1030'), 0)::bigint as bank,
      coalesce(sum(amount_minor) filter (where account_code = '6010'), 0)::bigint as fees,
      coalesce(sum(amount_minor) filter (where account_code = '1020'), 0)::bigint as gateway from ledger.entries`,
  );
const janitor = () => checkDueOrders(gatewayContext(app.platform), app.system);

const mixed = await mixedFile();
const id = await take(mixed.lines);

describe('each row is what it is beside the books', () => {
  test('by class, and their sums are those of the file to the poisha', async () => {
    expect(await classOf(id, mixed.agrees.order)).toEqual([
      ['AGREES', 'FINE'],
      ['REPEATED', 'FINE'],
    ]);
    expect(await classOf(id, mixed.differs.order)).toEqual([['AMOUNT', 'OPEN']]);
    expect(await classOf(id, mixed.unknown.order)).toEqual([['THEIRS', 'OPEN']]);
    expect(await classOf(id, mixed.stranger)).toEqual([['THEIRS', 'OPEN']]);
    expect(await classOf(id, mixed.ours.order)).toEqual([['OURS', 'OPEN']]);
    expect(await classOf(id, mixed.no)).toEqual([['NOT_PAID', 'FINE']]);
    expect((await classOf(id, mixed.twice.order)).sort()).toEqual([
      ['AGREES', 'FINE'],
      ['TWICE', 'OPEN'],
    ]);
    expect((await classOf(id, mixed.back.order)).sort()).toEqual([
      ['AGREES', 'FINE'],
      ['REVERSED', 'OPEN'],
    ]);
    const found = await file(id);
    const sums = Object.fromEntries(found.classes.map((row) => [row.class, [row.amountMinor, row.feeMinor]]));
    expect(sums).toEqual({
      ...{ AGREES: [34_500, 690], AMOUNT: [11_501, 230], THEIRS: [20_510, 410], OURS: [0, 0] },
      ...{ REVERSED: [-11_500, -230], TWICE: [11_500, 230], FEE: [0, 500], NOT_PAID: [0, 0] },
      REPEATED: [11_500, 230],
    });
    const total = (at: 0 | 1) => Object.values(sums).reduce((sum, pair) => sum + Number(pair[at]), 0);
    // What counts is the file without what an earlier row is the same as.
    expect([found.amountMinor, found.feeMinor]).toEqual([total(0) - 11_500, total(1) - 230]);
    expect([found.oursMinor, found.rows, found.firstDay, found.lastDay]).toEqual([11_500, 11, DAY, DAY]);
  });

  test('the list is filtered, found in, summed; only its own word shows it', async () => {
    const asked = (query: object) =>
      app.call(contract.cityBankReport, { as: cashier, query: { file: id, ...query } });
    const theirs = await asked({ class: 'THEIRS' });
    expect([theirs.total, theirs.sums.amountMinor, theirs.counts.TWICE]).toEqual([2, 20_510, 1]);
    expect((await asked({ search: mixed.stranger })).items.map(({ paymentId }) => paymentId)).toEqual([null]);
    const own = (await asked({ search: mixed.ours.order })).items[0];
    expect(own).toMatchObject({
      paymentId: mixed.ours.id,
      source: 'INVOICE',
      amountMinor: null,
      bookedMinor: 11_500,
    });
    expect(own?.payerName).toBeTruthy();
    expect((await asked({ status: 'OPEN', source: 'INVOICE' })).total).toBe(5);
    // Without a name it is the newest file.
    expect((await app.call(contract.cityBankReport, { as: cashier, query: {} })).total).toBe(12);
    const surveyor = await app.staff('surveyor');
    expect((await app.refused(contract.cityBankReport, { as: surveyor, query: {} })).status).toBe(402);
  });
});

describe('a file is taken one time', () => {
  test('not again, and of two who send it at once one takes it', async () => {
    expect((await send(csv(mixed.lines))).code).toBe('payments.bank_file_known');
    const { order } = await paid();
    const content = csv([{ order, taka: '115.00' }]);
    const { data } = await send(content);
    expect(data).toMatchObject({ rows: 1, repeated: 0, savedId: null, amountMinor: 11_500 });
    expect((await send(content, { save: 'another' })).code).toBe('payments.bank_file_outdated');
    const codes = await Promise.all(
      [1, 2, 3].map(async () => (await send(content, { save: data.mark })).code),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes.filter(Boolean))).toEqual(new Set(['payments.bank_file_known']));
    // The same movement in another file: shown before, and counted nowhere else.
    const longer = csv([
      { order, taka: '115.00' },
      { order: 'X1', taka: '1.00' },
    ]);
    expect((await send(longer)).data).toMatchObject({ rows: 2, repeated: 1 });
  });

  test('a workbook is read as a text file is; days may be written in Bengali digits', async () => {
    const rows = [
      ['Tran ID', 'Amount', 'Store fee', 'Transaction date', 'Our payment no.'],
      ['X9', 115.5, 2.31, new Date('2026-11-14T00:00:00Z'), ''],
      ['X8', '১,২০০.০৫', 24, '১৩/১১/২০২৬', ''],
    ];
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows }] }));
    expect((await send(workbook)).data).toMatchObject({
      ...{ rows: 2, problemCount: 0, amountMinor: 131_555, feeMinor: 2_631 },
      ...{ firstDay: '2026-11-13', lastDay: '2026-11-14' },
    });
  });

  test('bad cells are told with their row, and nothing is kept; other files are none', async () => {
    const bad = csv([
      { order: 'A', taka: '1.005' },
      { order: 'B', taka: '-1' },
      { order: 'C', taka: '1', day: '2026-02-31' },
      { order: 'D', taka: '1', day: '2026-11-16' },
      { order: 'E', taka: '1', state: 'maybe' },
      { order: '1.23E+17', reference: 'G', taka: '1' },
      { order: 'H', taka: '"500,50"' },
      { order: 'I', taka: '1', fee: '"১,৫"' },
    ]);
    const { data } = await send(bad);
    expect(data.problems.map(({ row, field, code }) => [row, field, code])).toEqual([
      [3, 'amount', 'payments.bank_amount_wrong'],
      [4, 'amount', 'payments.bank_amount_wrong'],
      [5, 'day', 'payments.bank_day_wrong'],
      [6, 'day', 'payments.bank_day_wrong'],
      [7, 'state', 'payments.bank_state_unknown'],
      [8, 'orderId', 'payments.bank_number_cut'],
      [9, 'amount', 'payments.bank_amount_wrong'],
      [10, 'fee', 'payments.bank_amount_wrong'],
    ]);
    expect((await send(bad, { save: data.mark })).code).toBe('payments.bank_file_invalid');
    const empty = { ...contract.importBankFile, path: '/bank-files/import?gateway=sandbox' };
    const faults: typeof UNREADABLE = [
      ...UNREADABLE,
      ['imports.too_many_rows', () => `Order,Amount,Date\n${'1,2,3\n'.repeat(20_000)}`],
      ['payments.bank_file_column', () => 'Colour,Size\nred,1\n'],
    ];
    for (const [code, content] of faults) expect((await send(await content())).code).toBe(code);
    expect(await sendEmptyForm(app, empty, cashier)).toBe('payments.bank_file_missing');
    const surveyor = await app.staff('surveyor');
    expect((await send(csv([{ order: 'A', taka: '1' }]), { as: surveyor })).status).toBe(402);
  });
});

describe('differences', () => {
  test('an attempt of ours is asked about again by the janitor, and agrees', async () => {
    const asked = await app.call(contract.askBankAgain, on(id));
    expect(asked.count).toBe(1);
    await janitor();
    expect(await classOf(id, mixed.unknown.order)).toEqual([['AGREES', 'FINE']]);
    expect((await ways.kept(mixed.unknown.id)).state).toBe('APPROVED');
    expect((await app.refused(contract.askBankAgain, on(id))).code).toBe('payments.bank_file_nothing');
  });

  test('the others become alarms, each one time, and nobody ends one alone', async () => {
    const raised = await Promise.all([1, 2].map(() => app.codeOf(contract.raiseBankFile, on(id))));
    expect(raised.sort()).toEqual(['payments.bank_file_nothing', undefined]);
    expect((await rows(id)).filter(({ status }) => status === 'OPEN')).toEqual([]);
    for (const [payment, kind] of [
      [mixed.differs, 'FILE_AMOUNT'],
      [mixed.ours, 'FILE_OURS'],
      [mixed.twice, 'FILE_TWICE'],
      [mixed.back, 'FILE_REVERSED'],
    ] as const) {
      const [alarm] = await alarmsOf(payment.id);
      expect(alarm).toMatchObject({ kind, state: 'OPEN' });
      const note = act(String(alarm?.id), { remark: 'fine' });
      expect((await app.refused(alarms.noteAlarm, note)).code).toBe('payments.alarm_has_money');
    }
    // What only we have is no money to book, and the bank's own answer to a question does not end it.
    const [ours] = await alarmsOf(mixed.ours.id);
    const shown = await app.call(alarms.getAlarm, on(String(ours?.id)));
    expect(shown).toMatchObject({
      bankFile: 'settlement.csv',
      bankMinor: 0,
      bookedMinor: 11_500,
      openMinor: -11_500,
      can: { book: false },
    });
    await ways.complete(mixed.ours);
    expect((await alarmsOf(mixed.ours.id))[0]?.state).toBe('OPEN');
  });

  test('two people book what the bank has twice, and money of a stranger', async () => {
    const [twice] = await alarmsOf(mixed.twice.id);
    const { number } = await one<{ number: string }>(
      app.db,
      sql`select c.number from payments.payments p join meters.connections c on c.id = p.connection_id
        where p.id = ${mixed.twice.id}`,
    );
    const book = async (alarmId: string, body: object) => {
      const asked = await app.call(
        alarms.proposeForAlarm,
        act(alarmId, { kind: 'BOOK', reason: REASON, ...body }),
      );
      return app.call(decideProposal, act(String(asked.proposal?.id), { accept: true }, reviewer));
    };
    await book(String(twice?.id), { amountMinor: 11_500 });
    expect(await classOf(id, mixed.twice.order)).toEqual([
      ['AGREES', 'FINE'],
      ['AGREES', 'FINE'],
    ]);
    const [stranger] = (await rows(id, { class: 'THEIRS' })).filter(
      ({ orderId }) => orderId === mixed.stranger,
    );
    const alarmId = String(stranger?.alarmId);
    const wrong = act(alarmId, {
      kind: 'BOOK',
      reason: REASON,
      amountMinor: 9_011,
      connectionNumber: number,
    });
    expect((await app.refused(alarms.proposeForAlarm, wrong)).code).toBe('payments.alarm_moved');
    await book(alarmId, { amountMinor: 9_010, connectionNumber: number });
    expect(await classOf(id, mixed.stranger)).toEqual([['THEIRS', 'ENDED']]);
    expect((await app.refused(contract.raiseBankFile, on(id))).code).toBe('payments.bank_file_nothing');
    // Its alarm rests on a row of this file: given up, the money would come a second time.
    expect((await app.refused(contract.giveUpBankFile, act(id, { reason: 'wrong file' }))).code).toBe(
      'payments.bank_file_alarms',
    );
  });

  test('a payer whose attempt is looked at may begin another one; the bank’s answer ends it', async () => {
    const attempt = await paid(false);
    const unknown = await take([{ order: attempt.order, taka: '115.00' }]);
    await app.call(contract.raiseBankFile, on(unknown));
    const { aside } = await one<{ aside: boolean }>(
      app.db,
      sql`select set_aside_at is not null as aside from payments.payments where id = ${attempt.id}`,
    );
    expect(aside).toBe(true);
    expect(await alarmsOf(attempt.id)).toMatchObject([{ kind: 'FILE_THEIRS', state: 'OPEN' }]);
    await ways.complete(attempt);
    expect(await alarmsOf(attempt.id)).toMatchObject([{ state: 'SOLVED', solution: 'CAME_RIGHT' }]);
    expect(await classOf(unknown, attempt.order)).toEqual([['AGREES', 'FINE']]);
  });

  test('what the next file brings, and what was taken back here too, comes right by itself', async () => {
    await app.call(reversePayment, {
      as: reviewer,
      body: { paymentId: mixed.back.id, reason: 'taken back by the bank' },
    });
    await take([{ order: mixed.ours.order, taka: '115.00' }]);
    expect(await alarmsOf(mixed.ours.id)).toMatchObject([{ state: 'SOLVED', solution: 'CAME_RIGHT' }]);
    expect(await alarmsOf(mixed.back.id)).toMatchObject([{ state: 'SOLVED', solution: 'CAME_RIGHT' }]);
    expect((await classOf(id, mixed.ours.order)).length).toBe(0);
    expect(await classOf(id, mixed.back.order)).toContainEqual(['REVERSED', 'FINE']);
    // Another amount stays until two people end it.
    const [differs] = await alarmsOf(mixed.differs.id);
    expect(differs?.state).toBe('OPEN');
    const none = { kind: 'NO_MONEY', reason: 'a slip of the bank, corrected next month' };
    const asked = await app.call(alarms.proposeForAlarm, act(String(differs?.id), none));
    await app.call(decideProposal, act(String(asked.proposal?.id), { accept: true }, reviewer));
    expect(await classOf(id, mixed.differs.order)).toEqual([['AMOUNT', 'ENDED']]);
  });
});

describe('posting', () => {
  const ask = (found: { id: string; amountMinor: number; feeMinor: number }, as = cashier) => ({
    ...on(found.id, as),
    body: {
      ...{ amountMinor: found.amountMinor, feeMinor: found.feeMinor },
      ...{ statementReference: 'FT-771', reason: REASON },
    },
  });
  const waiting = async () =>
    (await app.call(listProposals, { as: reviewer, query: { state: 'REQUESTED', kind: 'POST_FILE' } }))
      .items[0];
  const open = async () => {
    const hindrance = hindrances.find(({ kind }) => kind === 'bank-files');
    return Number(await hindrance?.count(app.db, '2026-11-01'));
  };

  test('one asks with the sums that were shown, another one posts, one time', async () => {
    const found = await file(id);
    const before = await balances();
    const hindered = await open();
    expect(
      (await app.refused(contract.askBankPosting, ask({ ...found, feeMinor: found.feeMinor + 1 }))).code,
    ).toBe('payments.bank_file_moved');
    await app.call(contract.askBankPosting, ask(found));
    expect((await app.refused(contract.askBankPosting, ask(found))).code).toBe('payments.bank_file_state');
    expect((await app.refused(contract.giveUpBankFile, act(id, { reason: 'x' }))).code).toBe(
      'payments.bank_file_state',
    );
    const asked = await waiting();
    expect(asked).toMatchObject({
      ...{ amountMinor: found.amountMinor, feeMinor: found.feeMinor, targetNumber: 'settlement.csv' },
      ...{ statementReference: 'FT-771', bankFileId: id },
    });
    const decide = (accept: boolean, as = reviewer) =>
      act(String(asked?.id), { accept, ...(accept ? {} : { remark: 'not on the statement yet' }) }, as);
    expect((await app.refused(decideProposal, decide(true, cashier))).status).toBe(402);
    await app.call(decideProposal, decide(false));
    expect(await balances()).toEqual(before);
    // Refused, it can be asked again.
    await app.call(contract.askBankPosting, ask(found));
    const again = act(String((await waiting())?.id), { accept: true }, reviewer);
    const codes = await Promise.all([1, 2].map(() => app.codeOf(decideProposal, again)));
    expect(codes.sort()).toEqual(['payments.proposal_decided', undefined]);
    const after = await balances();
    expect(after).toEqual({
      bank: before.bank + found.amountMinor - found.feeMinor,
      fees: before.fees + found.feeMinor,
      gateway: before.gateway - found.amountMinor,
    });
    expect(await file(id)).toMatchObject({
      state: 'POSTED',
      postedOn: DAY,
      can: { post: false, giveUp: false },
    });
    expect(await open()).toBe(hindered - 1);
    const { logged } = await one<{ logged: string[] }>(
      app.db,
      sql`select array_agg(action order by id) as logged from platform.audit where object = 'bank_file' and object_id = ${id}`,
    );
    expect(logged).toEqual([
      ...['bank-file.upload', 'bank-file.ask-again', 'bank-file.raise'],
      ...['bank-file.ask-posting', 'bank-file.ask-posting', 'bank-file.post'],
    ]);
  });

  test('who asked does not post, also with the word for it', async () => {
    const { order } = await paid();
    const one = await take([{ order, taka: '115.00', fee: '2.30' }]);
    const both = await app.staffWith(['payments:bank-files', 'payments:bank-report', 'payments:decide']);
    await app.call(contract.askBankPosting, ask(await file(one), both));
    const own = act(String((await waiting())?.id), { accept: true }, both);
    expect((await app.refused(decideProposal, own)).code).toBe('payments.proposal_asker');
    expect((await file(one)).state).toBe('ASKED');
    // What counts of it is another sum now: the sums that were shown are not posted.
    await execute(app.owner.db, sql`update payments.bank_rows set repeats = true where file_id = ${one}`);
    const moved = act(String((await waiting())?.id), { accept: true }, reviewer);
    expect((await app.refused(decideProposal, moved)).code).toBe('payments.bank_file_moved');
  });

  test('given up, its rows count no more: later repetitions count, and the file can be taken again', async () => {
    const { order } = await paid();
    const lines = [{ order, taka: '115.00', fee: '2.30' }];
    const wrong = await take(lines);
    const later = await take([...lines, { order: '', reference: `F${order}`, taka: '1.00', state: 'fee' }]);
    expect(await classOf(later, order)).toEqual([['REPEATED', 'FINE']]);
    const shown = await file(later);
    const gone = await app.call(contract.giveUpBankFile, act(wrong, { reason: 'of another month' }));
    expect(gone.state).toBe('GIVEN_UP');
    expect(await classOf(later, order)).toEqual([['AGREES', 'FINE']]);
    expect((await rows(wrong)).length).toBe(0);
    // The sums that were shown are those of before.
    expect((await app.refused(contract.askBankPosting, ask(shown))).code).toBe('payments.bank_file_moved');
    const taken = await take(lines);
    expect(await classOf(taken, order)).toEqual([['REPEATED', 'FINE']]);
    const { items } = await app.call(contract.listBankFiles, { as: cashier });
    expect(items.map((found) => found.id)).not.toContain(wrong);
    await expect(
      execute(app.db, sql`update payments.bank_files set state = 'READ' where id = ${wrong}`),
    ).rejects.toMatchObject({ constraint: 'bank_files_transition' });
  });

  test('nothing but a file that is there', async () => {
    const none = crypto.randomUUID();
    for (const call of [contract.getBankFile, contract.askBankAgain, contract.raiseBankFile])
      expect((await app.refused(call, on(none))).code).toBe('common.not_found');
    expect((await app.refused(contract.giveUpBankFile, act(none, { reason: 'x' }))).code).toBe(
      'common.not_found',
    );
    expect(
      (await app.refused(contract.askBankPosting, ask({ id: none, amountMinor: 1, feeMinor: 0 }))).code,
    ).toBe('common.not_found');
  });
});
