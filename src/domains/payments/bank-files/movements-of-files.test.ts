/** Which rows of settlement files are the same movement: same number or order, same amount. Everything else counts, and is raised. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { duringChange } from '#test/race.ts';
import { decideProposal, listProposals } from '../proposals/contract.ts';
import * as contract from './contract.ts';
import { bankOffice, DAY } from './factory-bank-files.ts';

const { app, cashier, reviewer, paid, send, take, rows, file } = await bankOffice();

const classOf = async (id: string, order: string) =>
  (await rows(id)).filter((row) => row.orderId === order).map((row) => [row.class, row.status]);

/** A file that has no column for the bank's own number. */
async function takeWithoutNumbers(
  lines: readonly (readonly [order: string, taka: string, day?: string, state?: string])[],
) {
  const content = [
    'Order ID,Amount,Fee,Transaction Date,Status',
    ...lines.map(([order, taka, day = DAY, state = 'APPROVED']) =>
      [order, taka, '1.00', day, state].join(','),
    ),
  ].join('\n');
  const { data } = await send(content);
  const saved = await send(content, { save: data.mark });
  return String(saved.data.savedId);
}

test('without a column of numbers, two payments of one order are two: the second is raised, and in the sum', async () => {
  const { id: paymentId, order } = await paid();
  const lines = [
    [order, '115.00'],
    [order, '115.00'],
  ] as const;
  const id = await takeWithoutNumbers(lines);
  expect((await classOf(id, order)).sort()).toEqual([
    ['AGREES', 'FINE'],
    ['TWICE', 'OPEN'],
  ]);
  expect(await file(id)).toMatchObject({ amountMinor: 23_000, feeMinor: 200 });
  await app.call(contract.raiseBankFile, { as: cashier, params: { id } });
  const { kind } = await one<{ kind: string }>(
    app.db,
    sql`select kind from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED'`,
  );
  expect(kind).toBe('FILE_TWICE');
  // Both are in the next file again, beside another one: they are the same two, however the rows are ordered.
  const next = await takeWithoutNumbers([['X-next', '5.00'], ...lines]);
  expect(await classOf(next, order)).toEqual([
    ['REPEATED', 'FINE'],
    ['REPEATED', 'FINE'],
  ]);
  expect((await file(next)).amountMinor).toBe(500);
  // A third one is new.
  const third = await takeWithoutNumbers([...lines, [order, '115.00']]);
  expect((await classOf(third, order)).map(([name]) => name).sort()).toEqual([
    'REPEATED',
    'REPEATED',
    'TWICE',
  ]);
});

test('without a column of numbers, a payment of another day or sum is another one, also in another file', async () => {
  const { order } = await paid();
  await takeWithoutNumbers([[order, '115.00', '2026-11-14']]);
  const otherDay = await takeWithoutNumbers([[order, '115.00', DAY]]);
  expect(await classOf(otherDay, order)).toEqual([['TWICE', 'OPEN']]);
  const otherSum = await takeWithoutNumbers([[order, '20.00', '2026-11-14']]);
  expect(await classOf(otherSum, order)).toEqual([['TWICE', 'OPEN']]);
  const both = await takeWithoutNumbers([
    [order, '115.00', DAY],
    [order, '115.00', '2026-11-14'],
  ]);
  expect((await classOf(both, order)).map(([name]) => name)).toEqual(['REPEATED', 'REPEATED']);
});

test('a second part that was given back under the same number counts; the same part again does not', async () => {
  const { order } = await paid();
  const id = await take([
    { order, taka: '115.00' },
    { order, taka: '-50.00', state: 'Reversed' },
    { order, taka: '-30.00', state: 'Reversed' },
    { order, taka: '-30.00', state: 'Reversed' },
  ]);
  expect((await classOf(id, order)).sort()).toEqual([
    ['AGREES', 'FINE'],
    ['REPEATED', 'FINE'],
    ['REVERSED', 'OPEN'],
    ['REVERSED', 'OPEN'],
  ]);
  expect((await file(id)).amountMinor).toBe(3_500);
});

test('a number that another order has already is another movement', async () => {
  const [one, two] = await Promise.all([paid(), paid()]);
  const id = await take([
    { order: one.order, reference: `Z-${one.order}`, taka: '115.00' },
    { order: two.order, reference: `Z-${one.order}`, taka: '115.00' },
  ]);
  expect(await classOf(id, two.order)).toEqual([['AGREES', 'FINE']]);
});

test('the number of the movement is read from its best title, also if another one is left of it', async () => {
  const { order } = await paid();
  const content = [
    'Order ID,Auth Code,RRN,Amount,Transaction Date',
    `${order},A00001,R1-${order},115.00,${DAY}`,
    `${order},A00001,R2-${order},115.00,${DAY}`,
  ].join('\n');
  const { data } = await send(content);
  const saved = await send(content, { save: data.mark });
  const found = (await rows(String(saved.data.savedId))).map(({ reference }) => reference);
  expect(found.sort()).toEqual([`R1-${order}`, `R2-${order}`]);
});

test('a file is given up while a later one waits for its posting: what repeats counts there, and the old sums are not posted', async () => {
  const { order } = await paid();
  const lines = [{ order, taka: '115.00' }];
  const wrong = await take(lines);
  const later = await take([...lines, { order: `Y${order}`, taka: '1.00' }]);
  const { amountMinor, feeMinor } = await file(later);
  await app.call(contract.askBankPosting, {
    ...{ as: cashier, params: { id: later } },
    body: { amountMinor, feeMinor, statementReference: 'FT-9', reason: 'of the statement' },
  });
  await app.call(contract.giveUpBankFile, {
    as: cashier,
    params: { id: wrong },
    body: { reason: 'of another month' },
  });
  expect(await classOf(later, order)).toEqual([['AGREES', 'FINE']]);
  expect((await file(later)).amountMinor).toBe(11_600);
  const { items } = await app.call(listProposals, {
    as: reviewer,
    query: { state: 'REQUESTED', kind: 'POST_FILE' },
  });
  const decided = { as: reviewer, params: { id: String(items[0]?.id) }, body: { accept: true } };
  expect((await app.refused(decideProposal, decided)).code).toBe('payments.bank_file_moved');
});

const askPosting = async (id: string, statementReference: string) => {
  const { amountMinor, feeMinor } = await file(id);
  const body = { amountMinor, feeMinor, statementReference, reason: 'of the statement' };
  await app.call(contract.askBankPosting, { as: cashier, params: { id }, body });
  const proposal = await one<{ id: string }>(
    app.db,
    sql`select id from payments.proposals where bank_file_id = ${id}`,
  );
  return { as: reviewer, params: { id: proposal.id }, body: { accept: true } };
};
const giveUp = (id: string) => ({ as: cashier, params: { id }, body: { reason: 'was only a part' } });

test('a file is not given up after a later one was posted without its movements: they would be in no file', async () => {
  const { order } = await paid();
  const part = await take([{ order, taka: '115.00' }]);
  const whole = await take([
    { order, taka: '115.00' },
    { order: `W${order}`, taka: '2.00' },
  ]);
  await app.call(decideProposal, await askPosting(whole, 'FT-21'));
  expect((await app.refused(contract.giveUpBankFile, giveUp(part))).code).toBe(
    'payments.bank_file_relied_on',
  );
  await app.call(decideProposal, await askPosting(part, 'FT-22'));
  expect(await file(part)).toMatchObject({ state: 'POSTED', amountMinor: 11_500 });
});

test('posting, giving up and raising wait for each other: what they decide by does not change beside them', async () => {
  const { order } = await paid();
  const first = await take([{ order, taka: '115.00' }]);
  const second = await take([
    { order, taka: '115.00' },
    { order: `V${order}`, taka: '3.00' },
  ]);
  const decided = await askPosting(second, 'FT-31');
  const locked = (call: () => Promise<unknown>) =>
    duringChange(
      app,
      (tx) =>
        execute(
          tx,
          sql`select from payments.bank_formats where gateway = (select gateway from payments.bank_files where id = ${first}) for update`,
        ),
      call,
    );
  await locked(() => app.call(decideProposal, decided));
  await locked(() => app.codeOf(contract.giveUpBankFile, giveUp(first)));
  await locked(() => app.codeOf(contract.raiseBankFile, { as: cashier, params: { id: first } }));
  expect(await file(first)).toMatchObject({ state: 'READ' });
});
