/** Closed days and months as files: what the list hides from a person, its file hides too. */
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { ACCOUNTS } from '../accounts.rules.ts';
import { postJournal } from '../actions/post-journal.ts';
import { listClosings } from './contract.ts';

const app = await testApp();
const [own, other, decider] = [
  await app.staff('cashier'),
  await app.staff('cashier'),
  await app.staff('admin'),
];

const file = async (path: string, as: Person, query: Record<string, string> = {}) => {
  const answer = await app.server.inject({
    url: `/api/billing/${path}/download`,
    query: { format: 'csv', ...query },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};

for (const [person, counted] of [
  [own, 10_100],
  [other, 20_200],
] as const)
  await execute(
    app.owner.db,
    sql`insert into ledger.cash_closings (day, cashier_id, expected_minor, counted_minor, card_minor,
        closed_by, closed_at, state, reason)
      values ('2026-11-02', ${person.userId}, ${counted - 100}, ${counted}, 0, ${person.userId}, now(), 'CLOSED', 'coins')`,
  );

test('a cashier gets their own days, who decides about variances gets all', async () => {
  const mine = await file('cash-closings', own);
  expect(mine).toContain('101.00');
  expect(mine).not.toContain('202.00');
  const all = await file('cash-closings', decider);
  expect(all).toContain('101.00');
  expect(all).toContain('202.00');
});

test('what was refused is in the file and in no sum', async () => {
  await execute(
    app.owner.db,
    sql`insert into ledger.cash_closings (day, cashier_id, expected_minor, counted_minor, card_minor, closed_by, closed_at, state, reason,
        decided_by, decided_at, decision_remark)
      values ('2026-11-03', ${other.userId}, 0, 50_000, 0, ${other.userId}, now(), 'REFUSED', 'coins', ${decider.userId}, now(), 'count again')`,
  );
  const answer = await app.server.inject({
    url: '/api/billing/cash-closings/download',
    query: { format: 'xlsx', columns: 'cashier,countedMinor' },
    headers: { authorization: `Bearer ${decider.idToken}` },
  });
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  const counted = sheet?.rows.slice(-4).map((cells) => cells[1]);
  expect(counted?.toSorted()).toEqual([101, 202, 303, 500]);
  expect(counted?.at(-1)).toBe(303);
});

test('the filter of the list counts, and the state is a word', async () => {
  expect(await file('cash-closings', decider, { state: 'variance' })).toContain('Closed with a variance');
  expect(await file('cash-closings', decider, { state: 'waiting' })).not.toContain('101.00');
});

test('a search finds the text as it is written: % and _ stand for themselves', async () => {
  const find = (search: string) => app.call(listClosings, { as: decider, query: { search } });
  await execute(app.owner.db, sql`update identity.users set name = 'Under_score' where id = ${own.userId}`);
  expect((await find('_')).items.map(({ cashier }) => cashier)).toEqual(['Under_score']);
  expect((await find('r_s')).total).toBe(1);
  expect((await find('r%s')).total).toBe(0);
  expect((await find('%')).total).toBe(0);
});

test('months of the books, the newest first', async () => {
  await transaction(app.db, (tx) =>
    postJournal(tx, app.system(), {
      kind: 'DEMAND_NOTE',
      sourceId: crypto.randomUUID(),
      businessDate: '2026-10-05',
      entries: [
        { account: ACCOUNTS.bank, amountMinor: 500 },
        { account: ACCOUNTS.connectionFees, amountMinor: -500 },
      ],
    }),
  );
  const months = await file('months', decider, { language: 'en' });
  expect(months.indexOf('2026-11')).toBeGreaterThan(0);
  expect(months.indexOf('2026-11')).toBeLessThan(months.indexOf('2026-10'));
  expect(months).toContain('Not over yet');
});
