import { describe, expect, test } from 'vitest';
import { all, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { ACCOUNTS } from './accounts.rules.ts';
import { closePeriod } from './actions/close-period.ts';
import { type NewJournal, postJournal, postJournals, reverseJournal } from './actions/post-journal.ts';
import { trialBalance } from './factory.ts';
import { advances, balanceOf, invariants } from './queries.ts';

const app = await testApp();
/** The journals of this file have no documents: those of documents are compared in the tests of their domains. */
const clean = { sumMinor: 0, badJournals: 0 };

function invoiceJournal(partyId: string, sourceId: string, businessDate = '2026-11-15'): NewJournal {
  return {
    kind: 'INVOICE',
    sourceId,
    businessDate,
    entries: [
      { account: ACCOUNTS.receivable, partyId, amountMinor: 11_500 },
      { account: ACCOUNTS.water, amountMinor: -10_000 },
      { account: ACCOUNTS.sewer, amountMinor: 0 },
      { account: ACCOUNTS.vat, amountMinor: -1500 },
    ],
  };
}

const post = (journal: NewJournal) => transaction(app.db, (tx) => postJournal(tx, app.system(), journal));

/** SQLSTATE and constraint with which the program's own role is refused. */
async function refusal(statementText: string): Promise<string> {
  try {
    await app.database.pool.query(statementText);
  } catch (error) {
    const { code, constraint } = error as { code: string; constraint?: string };
    return constraint ?? code;
  }
  return 'accepted';
}

test('a journal, its balance and the trial balance', async () => {
  const party = crypto.randomUUID();
  await post(invoiceJournal(party, crypto.randomUUID(), '2026-10-03'));
  await post(invoiceJournal(party, crypto.randomUUID()));
  expect(await balanceOf(app.db, { partyId: party, account: '1100' })).toBe(23_000);
  expect(await balanceOf(app.db, { partyId: party, account: '1100', day: '2026-11-14' })).toBe(11_500);
  const trial = await trialBalance(app.db, '2026-12-31');
  expect(trial.reduce((sum, row) => sum + row.balanceMinor, 0)).toBe(0);
  expect(trial.find((row) => row.account === '2100')?.balanceMinor).toBe(-3000);
  expect(await invariants(app.db)).toMatchObject(clean);
});

test('a thing is recorded once and reversed once, by its exact opposite', async () => {
  const [party, source] = [crypto.randomUUID(), crypto.randomUUID()];
  await post(invoiceJournal(party, source));
  await expect(post(invoiceJournal(party, source))).rejects.toMatchObject({
    constraint: 'journals_source_key',
  });
  const reverse = () =>
    transaction(app.db, (tx) =>
      reverseJournal(tx, app.system(), {
        of: { kind: 'INVOICE', sourceId: source },
        businessDate: '2026-11-16',
        reason: 'wrong meter',
      }),
    );
  await reverse();
  await expect(reverse()).rejects.toMatchObject({ code: '23505' });
  expect(await balanceOf(app.db, { partyId: party, account: '1100' })).toBe(0);
  expect(await invariants(app.db)).toMatchObject(clean);
});

test('many journals by INSERT … SELECT, and advances by connection', async () => {
  await transaction(app.db, (tx) =>
    postJournals(
      tx,
      app.system(),
      sql`select md5('j' || n)::uuid as id, 'ADVANCE' as kind, md5('s' || n)::uuid as source_id, date '2026-11-15' as business_date,
          null::uuid as reverses_id, null::text as reason from generate_series(1, 1000) n`,
      sql`select md5('j' || n)::uuid as journal_id, line as line_no, case line when 1 then '1100' else '2200' end as account_code,
          md5('p' || n)::uuid as party_id, case line when 1 then n when 2 then -n else 0 end as amount_minor,
          date '2026-11-15' as business_date from generate_series(1, 1000) n, generate_series(1, 3) line`,
    ),
  );
  const { rows } = await advances.execute(app.db);
  expect(rows.length).toBe(1000);
  expect(rows.reduce((sum, row) => sum + row.advance_minor, 0)).toBe(500_500);
  expect(await invariants(app.db)).toMatchObject(clean);
});

test('the chart of accounts is the same in the code and in the database', async () => {
  const rows = await all<{ code: string; perParty: boolean }>(
    app.db,
    sql`select code, per_party as "perParty" from ledger.accounts order by code`,
  );
  expect(rows.map(({ code }) => code)).toEqual(Object.values(ACCOUNTS).toSorted());
  const { receivable, applicants, workOrders, ownershipFees, advances: ahead, refundable } = ACCOUNTS;
  const { wallets, walletHolds } = ACCOUNTS;
  expect(rows.filter(({ perParty }) => perParty).map(({ code }) => code)).toEqual(
    [receivable, applicants, workOrders, ownershipFees, ahead, refundable, wallets, walletHolds].toSorted(),
  );
});

describe('the database refuses, also direct SQL of the program (G1, G2, G16)', () => {
  const header = (id: string, day = '2026-11-15') =>
    `insert into ledger.journals (id, kind, source_id, business_date, created_at) values ('${id}', 'INVOICE', uuidv7(), '${day}', now())`;
  const entries = (id: string, lines: [string, string, number][], first = 1) =>
    `insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date) values ${lines
      .map(
        ([account, party, amount], index) =>
          `('${id}', ${first + index}, '${account}', ${party}, ${amount}, '2026-11-15')`,
      )
      .join(', ')}`;
  const balanced: [string, string, number][] = [
    ['1000', 'null', 500],
    ['4000', 'null', -500],
  ];

  test('one-sided, unbalanced, wrong party, wrong day, more entries later', async () => {
    const id = crypto.randomUUID();
    await app.database.pool.query(header(id));
    expect(await refusal(entries(id, [['1000', 'null', 500]]))).toBe('entries_balanced');
    expect(
      await refusal(
        entries(id, [
          ['1000', 'null', 500],
          ['4000', 'null', -400],
        ]),
      ),
    ).toBe('entries_balanced');
    expect(
      await refusal(
        entries(id, [
          ['1100', 'null', 500],
          ['4000', 'null', -500],
        ]),
      ),
    ).toBe('entries_party_check');
    expect(
      await refusal(
        entries(id, [
          ['1000', 'uuidv7()', 500],
          ['4000', 'null', -500],
        ]),
      ),
    ).toBe('entries_party_check');
    expect(
      await refusal(
        entries(id, [
          ['1234', 'null', 500],
          ['4000', 'null', -500],
        ]),
      ),
    ).toBe('entries_account_code_fkey');
    const ofDays = (days: string[]) =>
      entries(id, balanced).replaceAll("'2026-11-15'", () => `'${days.shift() ?? ''}'`);
    for (const days of [
      ['2026-11-14', '2026-11-14'],
      ['2026-11-14', '2026-11-15'],
      ['2026-11-15', '2026-11-16'],
    ])
      expect(await refusal(ofDays(days))).toBe('entries_journal_fkey');
    expect(await refusal(entries(crypto.randomUUID(), balanced))).toBe('entries_journal_fkey');
    expect((await invariants(app.db)).badJournals).toBe(1);
    expect(await refusal(entries(id, balanced))).toBe('accepted');
    expect(await refusal(entries(id, balanced))).toBe('entries_pkey');
    expect(await refusal(entries(id, balanced, 3))).toBe('entries_balanced');
    expect(await invariants(app.db)).toMatchObject(clean);
  });

  test('UPDATE, DELETE and TRUNCATE', async () => {
    for (const table of ['ledger.entries', 'ledger.journals', 'ledger.closed_periods']) {
      const column = table.endsWith('periods') ? 'closed_by = null' : "business_date = '2026-01-01'";
      expect(await refusal(`update ${table} set ${column}`)).toBe('42501');
      expect(await refusal(`delete from ${table}`)).toBe('42501');
      expect(await refusal(`truncate ${table} cascade`)).toBe('42501');
    }
    await expect(app.owner.pool.query('delete from ledger.entries')).rejects.toMatchObject({ code: '55000' });
    await expect(app.owner.pool.query('update ledger.journals set reason = null')).rejects.toMatchObject({
      code: '55000',
    });
    for (const change of [
      'delete from ledger.accounts',
      "update ledger.accounts set code = '1001' where code = '1000'",
    ])
      await expect(app.owner.pool.query(change)).rejects.toMatchObject({ code: '55000' });
  });

  test('a posting into a closed month', async () => {
    await transaction(app.db, (tx) => closePeriod(tx, app.system(), '2026-02-01'));
    expect(await refusal(header(crypto.randomUUID(), '2026-02-28'))).toBe('journals_period_open');
    expect(await refusal(header(crypto.randomUUID(), '2026-03-01'))).toBe('accepted');
    // One statement with journals of two months, of which one is closed.
    for (const open of ['2026-01-31', '2026-03-01'])
      expect(
        await refusal(
          `${header(crypto.randomUUID(), '2026-02-28')}, ('${crypto.randomUUID()}', 'INVOICE', uuidv7(), '${open}', now())`,
        ),
      ).toBe('journals_period_open');
  });

  test('closing waits for a posting under way, so that none slips in behind it', async () => {
    let closed = false;
    let closing: Promise<void> | undefined;
    await transaction(app.db, async (tx) => {
      await postJournal(
        tx,
        app.system(),
        invoiceJournal(crypto.randomUUID(), crypto.randomUUID(), '2026-05-31'),
      );
      closing = transaction(app.db, (other) => closePeriod(other, app.system(), '2026-05-01')).then(() => {
        closed = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(closed).toBe(false);
    });
    await closing;
    expect(closed).toBe(true);
  });
});
