/** Who is to get a paper for the second time is known before a print is asked for, also if the earlier print was of another part of the town. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { cancelInvoice, decideCorrection } from '../corrections/contract.ts';
import * as contract from './contract.ts';
import { printTown } from './factory-prints.ts';

const { app, planner, approver, runId, start, print, later, earlier, account, numbers } = await printTown();
await account(0, 'bn');

const preview = (query: object = {}) =>
  app.call(contract.previewPrint, { as: planner, params: { id: runId }, query });
const before = async (query: object = {}) => (await preview(query)).earlier;

test('bills of the chosen ones that other prints have are counted, and the last of these prints is named', async () => {
  const sectorId = (await preview()).places[0]?.sectorId;
  expect(await before()).toBeNull();
  const first = await print({ roadId: earlier });
  expect(await before()).toMatchObject({ id: first.id, number: first.number, bills: 2, prints: 1 });
  expect(await before({ roadId: later })).toBeNull();
  expect(await before({ roadId: earlier, households: 'WITHOUT_ACCOUNT' })).toMatchObject({ bills: 2 });
  const second = await print({ roadId: later, households: 'WITHOUT_ACCOUNT' });
  expect(await before()).toMatchObject({ id: second.id, bills: 4, prints: 2 });
  expect(await before({ sectorId })).toMatchObject({ id: second.id, bills: 4, prints: 2 });
  expect(await before({ roadId: earlier })).toMatchObject({ id: first.id, bills: 2, prints: 1 });
  expect(await before({ roadId: later })).toMatchObject({ id: second.id, bills: 2, prints: 1 });
});

test('a bill that two prints have is counted one time; a print that was stopped has none', async () => {
  const whole = await print();
  expect(await before()).toMatchObject({ id: whole.id, bills: 5 });
  const again = await print({ roadId: earlier });
  expect(await before({ roadId: earlier })).toMatchObject({ id: again.id, bills: 2 });
  expect(await before()).toMatchObject({ id: again.id, bills: 5 });
  const stopped = await start();
  expect(await before()).toMatchObject({ id: stopped.id });
  await app.call(contract.cancelPrint, { as: planner, params: { id: stopped.id }, body: {} });
  expect(await before()).toMatchObject({ id: again.id, bills: 5 });
});

test('a road or sector that has no bill of the run says so, and names no print', async () => {
  await print();
  const nowhere = '0198a000-0000-7000-8000-000000000000';
  const { id: emptyRoad } = await one<{ id: string }>(
    app.owner.db,
    sql`insert into settings.roads (sector_id, number, name, name_bn) select sector_id, '98', 'x', 'x' from settings.roads limit 1 returning id`,
  );
  for (const query of [{ roadId: emptyRoad }, { roadId: nowhere }, { sectorId: nowhere }])
    expect(await preview(query)).toMatchObject({ bills: 0, leftOut: 0, earlier: null });
});

test('a bill that is not printed any more is not counted', async () => {
  const whole = await print();
  const [{ id } = { id: '' }] = await numbers();
  const { version } = await one<{ version: number }>(
    app.db,
    sql`select version from billing.invoices where id = ${id}`,
  );
  const body = { invoiceId: id, version, reason: 'wrong' };
  const asked = await app.call(cancelInvoice, { as: planner, body });
  if (asked.state === 'REQUESTED')
    await app.call(decideCorrection, { as: approver, body: { correctionId: asked.id, accept: true } });
  expect(await preview()).toMatchObject({ bills: 4, leftOut: 1, earlier: { id: whole.id, bills: 4 } });
});
