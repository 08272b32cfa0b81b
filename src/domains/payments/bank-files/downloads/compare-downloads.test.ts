/** The list of downloads, two of them compared by order, and that nothing of one is ever changed. */
import { describe, expect, test } from 'vitest';
import { execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { bankOffice } from '../factory-bank-files.ts';
import * as contract from './contract.ts';

const { app, cashier, reviewer, ways, paid, take } = await bankOffice();

const get = (path: string, query: Record<string, string>, as = cashier) =>
  app.server.inject({
    url: `/api/billing/report/city-bank${path}`,
    ...{ query, headers: { authorization: `Bearer ${as.idToken}` } },
  });
/** A second after the last one; gives its id. */
async function download(query: Record<string, string> = {}, as = cashier): Promise<string> {
  app.clock.advance(1);
  expect((await get('/download', { format: 'csv', ...query }, as)).statusCode).toBe(200);
  return (await list()).items[0]?.id ?? '';
}
const list = (query: object = {}) =>
  app.call(contract.listBankDownloads, { as: cashier, query: { limit: 100, ...query } });
const compare = (query: object = {}) =>
  app.call(contract.compareBankDownloads, { as: cashier, query: { limit: 100, ...query } });
const refusal = async (change: Sql) => {
  try {
    await transaction(app.owner.db, (tx) => execute(tx, change));
    return undefined;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return constraint ?? code;
  }
};

const empty = await compare();
const nothing = await download();
const unknown = await paid(false);
const same = await paid();
const back = await paid();
const file = await take([
  { order: unknown.order, taka: '115.00', fee: '2.30' },
  { order: same.order, taka: '115.00', fee: '2.30' },
  { order: back.order, taka: '115.00', fee: '2.30' },
  { order: '', reference: 'F-1', taka: '5.00', state: 'Fee' },
]);
const first = await download();
// The bank answers, and a payment comes that the file does not have.
await ways.complete(unknown);
const ours = await paid();
const second = await download({}, reviewer);
const other = await take([
  { order: back.order, reference: 'B-2', taka: '-115.00', fee: '-2.30', state: 'Reversed' },
  { order: ours.order, taka: '115.00', fee: '2.31' },
]);
const third = await download({ file: other });

describe('two files', () => {
  test('before there is one, and with one alone: nothing', async () => {
    expect(empty).toMatchObject({ total: 0, before: null, after: null, files: [] });
    expect(await compare({ after: nothing })).toMatchObject({
      total: 0,
      before: null,
      after: { id: nothing },
    });
  });

  test('of the same settlement file: by order what was added, is gone and changed, both ways', async () => {
    const found = await compare({ before: first, after: second });
    expect(found.counts).toEqual({ ADDED: 1, CHANGED: 1 });
    const of = (order: string) => found.items.find((row) => row.orderId === order);
    expect(of(unknown.order)).toMatchObject({
      ...{ change: 'CHANGED', beforeAmountMinor: 11_500, afterAmountMinor: 11_500 },
      ...{ beforeBookedMinor: 0, afterBookedMinor: 11_500, beforeFeeMinor: 230, afterFeeMinor: 230 },
      ...{ beforeClasses: ['THEIRS'], afterClasses: ['AGREES'] },
      ...{ beforeStatuses: ['OPEN'], afterStatuses: ['FINE'] },
    });
    expect(of(ours.order)).toMatchObject({
      ...{ change: 'ADDED', beforeAmountMinor: null, afterAmountMinor: 0, afterBookedMinor: 11_500 },
      ...{ beforeClasses: [], afterClasses: ['OURS'] },
    });
    const turned = await compare({ before: second, after: first });
    expect(turned.counts).toEqual({ GONE: 1, CHANGED: 1 });
    expect((await compare({ before: first, after: second, change: 'ADDED' })).items).toEqual([
      of(ours.order),
    ]);
    expect((await compare({ before: first, after: second, search: unknown.order })).total).toBe(1);
    expect((await compare({ before: second, after: second })).total).toBe(0);
  });

  test('of two settlement files: also what has no order, by its reference', async () => {
    const found = await compare({ before: first, after: third });
    const of = (key: string) => found.items.find((row) => (row.orderId ?? row.reference) === key)?.change;
    expect([of('F-1'), of(same.order), of(ours.order), of(back.order)]).toEqual([
      ...['GONE', 'GONE', 'ADDED', 'CHANGED'],
    ]);
  });

  test('if none is named: the newest one and the last one before it of the same settlement file', async () => {
    expect(await compare()).toMatchObject({ after: { id: third }, before: { id: second } });
    const again = await download({ file });
    expect(await compare()).toMatchObject({ after: { id: again }, before: { id: second } });
    const rows = (await list()).items;
    expect(rows.find(({ id }) => id === again)?.previousId).toBe(second);
    expect(rows.find(({ id }) => id === first)?.previousId).toBeNull();
  });

  test('as a file, with the differences of the screen', async () => {
    const sent = await get('/compare/download', { format: 'csv', before: first, after: second });
    expect(sent.body).toContain(`${unknown.order},`);
    expect(sent.body).toContain('Theirs, not ours');
    expect(sent.body).not.toContain(same.order);
    for (const query of [{ before: crypto.randomUUID() }, { after: crypto.randomUUID() }])
      expect((await app.refused(contract.compareBankDownloads, { as: cashier, query })).code).toBe(
        'common.not_found',
      );
  });
});

describe('the list', () => {
  test('by person, day, state and name, with its counts; who may not see the report sees none of it', async () => {
    expect((await list({ user: reviewer.userId })).items.map(({ id }) => id)).toEqual([second]);
    const all = await list();
    expect(all.counts).toEqual({ KEPT: all.total });
    expect(all.people.map(({ id }) => id).sort()).toEqual([cashier.userId, reviewer.userId].sort());
    expect((await list({ from: '2026-11-15', to: '2026-11-15' })).total).toBe(all.total);
    expect((await list({ from: '2026-11-16' })).total).toBe(0);
    expect((await list({ to: '2026-11-14' })).total).toBe(0);
    expect((await list({ state: 'BROKEN' })).total).toBe(0);
    expect((await list({ search: all.items.find(({ id }) => id === first)?.sha256 })).items[0]?.id).toBe(
      first,
    );
    expect((await list({ search: 'nothing-of-it' })).total).toBe(0);
    const surveyor = await app.staff('surveyor');
    for (const call of [contract.listBankDownloads, contract.compareBankDownloads])
      expect((await app.refused(call, { as: surveyor, query: {} })).status).toBe(402);
  });
});

describe('a kept file is a fact, for the owner of the tables too', () => {
  const one = sql`where id = ${first}`;
  test.each([
    [
      'its figures',
      sql`update payments.bank_downloads set amount_minor = amount_minor + 1 ${one}`,
      'bank_downloads_frozen',
    ],
    [
      'its hash',
      sql`update payments.bank_downloads set sha256 = repeat('0', 64) ${one}`,
      'bank_downloads_frozen',
    ],
    ['its maker', sql`update payments.bank_downloads set made_by_name = 'x' ${one}`, 'bank_downloads_frozen'],
    [
      'that it is whole',
      sql`update payments.bank_downloads set state = 'MAKING' ${one}`,
      'bank_downloads_transition',
    ],
    ['itself', sql`delete from payments.bank_downloads ${one}`, '55000'],
    [
      'its rows',
      sql`update payments.bank_download_rows set amount_minor = 1 where download_id = ${first}`,
      '55000',
    ],
    [
      'that none begins as a whole one',
      sql`insert into payments.bank_downloads select (x.d).* from (select jsonb_populate_record(d, jsonb_build_object('id', uuidv7())) as d
        from payments.bank_downloads d ${one}) x`,
      'bank_downloads_transition',
    ],
    [
      'that no row comes',
      sql`insert into payments.bank_download_rows (download_id, row_no, class, status, booked_minor) values (${first}, 99, 'OURS', 'OPEN', 1)`,
      'bank_downloads_frozen',
    ],
  ])('%s', async (_what, change, constraint) => {
    expect(await refusal(change)).toBe(constraint);
  });
});
