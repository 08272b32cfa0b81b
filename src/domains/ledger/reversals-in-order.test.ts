/** A thing that is recorded, taken back and recorded again: each reversal is the opposite of the last record, on its own day. */
import { expect, test } from 'vitest';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { ACCOUNTS } from './accounts.rules.ts';
import { postJournal, reverseJournal } from './actions/post-journal.ts';
import { balanceOf, invariants } from './queries.ts';

const app = await testApp();
const poster = app.actorOf(await app.staff('cashier'));
const reverser = app.actorOf(await app.staff('reviewer'));

test('the last record is reversed, on the day of the reversal, in the name of who reverses', async () => {
  const [partyId, sourceId] = [crypto.randomUUID(), crypto.randomUUID()];
  const of = { kind: 'DEMAND_NOTE' as const, sourceId };
  const record = (amountMinor: number, businessDate: string) =>
    transaction(app.db, (tx) =>
      postJournal(tx, poster, {
        ...{ ...of, businessDate, again: true },
        entries: [
          { account: ACCOUNTS.applicants, partyId, amountMinor },
          { account: ACCOUNTS.connectionFees, amountMinor: -amountMinor },
          { account: ACCOUNTS.vat, amountMinor: 0 },
        ],
      }),
    );
  const reverse = (businessDate: string) =>
    transaction(app.db, (tx) => reverseJournal(tx, reverser, { of, businessDate, reason: 'wrong person' }));
  const owed = (day: string) => balanceOf(app.db, { partyId, account: ACCOUNTS.applicants, day });

  const first = await record(10_000, '2026-10-03');
  await reverse('2026-11-02');
  expect([await owed('2026-10-31'), await owed('2026-11-02')]).toEqual([10_000, 0]);
  const second = await record(7_000, '2026-11-05');
  await reverse('2026-11-10');
  expect([await owed('2026-11-09'), await owed('2026-11-10')]).toEqual([7_000, 0]);

  const reversals = await all(
    app.db,
    sql`select reverses_id as reversed, posted_by as by, reason, business_date as day from ledger.journals
      where kind = 'REVERSAL' and source_id = ${sourceId} order by business_date`,
  );
  const row = { by: reverser.userId, reason: 'wrong person' };
  expect(reversals).toEqual([
    { ...row, reversed: first.id, day: '2026-11-02' },
    { ...row, reversed: second.id, day: '2026-11-10' },
  ]);
  // A line of nothing is no entry, also not in the opposite.
  const lines = await all(
    app.db,
    sql`select count(*)::int as lines from ledger.entries e join ledger.journals j on j.id = e.journal_id
      where j.source_id = ${sourceId} group by j.id`,
  );
  expect(lines).toEqual(Array(4).fill({ lines: 2 }));
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});
