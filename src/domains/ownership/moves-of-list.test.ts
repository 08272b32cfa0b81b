/** The list of requests offers the steps that the server would take, and narrows by sector and cause. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeFees } from './fee/factory-fees.ts';

const app = await testApp();
const { office, asked, pay } = await makeFees(app);
const admin = await app.staff('admin');

const rows = async (as: Person, query: object = {}) =>
  (await app.call(contract.listRequests, { as, query: { limit: 100, ...query } })).items;
const movesOf = async (as: Person, id: string) => (await rows(as)).find((row) => row.id === id)?.moves;

test('each step of the office is offered when it is possible, to who may take it; a household gets none', async () => {
  const { id, owner } = await asked('REQUESTED');
  expect(await movesOf(admin, id)).toEqual(['override', 'reject']);
  expect(await movesOf(owner, id)).toEqual([]);
  const consented = await asked('CONSENTED');
  expect(await movesOf(admin, consented.id)).toEqual(['verify', 'return', 'reject']);
  const checked = await asked('DOCS_VERIFIED');
  expect(await movesOf(admin, checked.id)).toEqual(['read', 'return', 'reject']);
  const waits = await asked();
  expect(await movesOf(admin, waits.id)).toEqual(['read', 'pay', 'return', 'reject']);
  await pay(waits.id);
  expect(await movesOf(admin, waits.id)).toEqual(['read', 'accept', 'return', 'reject']);
  // Who checked the papers or noted the handover does not accept.
  expect(await movesOf(office.clerk, waits.id)).not.toContain('accept');
});

test('what the row offers is what the request’s own page allows', async () => {
  for (const { id, moves } of await rows(admin)) {
    const { can, blocked } = await app.call(contract.getRequest, { as: admin, query: { requestId: id } });
    for (const move of ['override', 'verify', 'read', 'pay', 'accept', 'return', 'reject'] as const)
      if (!blocked[move]) expect([id, move, moves.includes(move)]).toEqual([id, move, can[move] === 'yes']);
  }
});

test('the list narrows by sector and by cause, and its tabs count the same', async () => {
  const { id, number } = await asked('REQUESTED');
  const { sectorId, cause } = await one<{ sectorId: string; cause: 'SALE' }>(
    app.db,
    sql`select s.id as "sectorId", r.cause from ownership.requests r join settings.sectors s on s.number = r.sector_number where r.id = ${id}`,
  );
  const listed = async (query: object) =>
    app.call(contract.listRequests, { as: admin, query: { search: number, ...query } as never });
  expect((await listed({ sectorId, cause })).items.map((row) => row.id)).toEqual([id]);
  for (const query of [{ sectorId: crypto.randomUUID() }, { cause: 'COURT' }]) {
    const { items, counts } = await listed(query);
    expect([items, counts]).toEqual([[], {}]);
  }
});
