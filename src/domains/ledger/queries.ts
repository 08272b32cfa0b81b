/** Questions to the ledger. Debit is above zero: what a consumer owes is positive, an advance negative. */
import { all, type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { ACCOUNTS, type AccountCode, type JournalKind } from './accounts.rules.ts';

/** The balance of one account of a party, until the end of a day if one is given. */
export async function balanceOf(
  db: Db | Tx,
  party: { partyId: string; account: AccountCode; day?: string },
): Promise<number> {
  const { balance } = await one<{ balance: number }>(
    db,
    sql`select coalesce(sum(amount_minor), 0)::bigint as balance from ledger.entries
      where party_id = ${party.partyId} and account_code = ${party.account}
        and (${party.day ?? null}::date is null or business_date <= ${party.day ?? null}::date)`,
  );
  return balance;
}

export type StatementLine = {
  journalId: string;
  businessDate: string;
  kind: JournalKind;
  sourceId: string;
  account: AccountCode;
  amountMinor: number;
  /** Of all the party's accounts, after this line. */
  balanceMinor: number;
};

/** A party's entries of some days with the running balance, which begins with everything before them. */
export function statement(
  db: Db | Tx,
  party: { partyId: string; from: string; to: string },
): Promise<StatementLine[]> {
  return all(
    db,
    sql`select * from (
        select e.journal_id as "journalId", e.business_date as "businessDate", j.kind, j.source_id as "sourceId",
          e.account_code as account, e.amount_minor as "amountMinor",
          (sum(e.amount_minor) over (order by e.business_date, e.journal_id, e.line_no))::bigint as "balanceMinor", e.line_no
        from ledger.entries e join ledger.journals j on j.id = e.journal_id
        where e.party_id = ${party.partyId} and e.business_date <= ${party.to}::date
      ) s where "businessDate" >= ${party.from}::date order by "businessDate", "journalId", line_no`,
  );
}

/** Every account's balance at the end of a day. */
export function trialBalance(
  db: Db | Tx,
  day: string,
): Promise<{ account: AccountCode; nameEn: string; nameBn: string; balanceMinor: number }[]> {
  return all(
    db,
    sql`select a.code as account, a.name_en as "nameEn", a.name_bn as "nameBn",
        coalesce(sum(e.amount_minor), 0)::bigint as "balanceMinor"
      from ledger.accounts a left join ledger.entries e on e.account_code = a.code and e.business_date <= ${day}::date
      group by a.code order by a.code`,
  );
}

export type Invariants = {
  /** Of all entries: zero. */
  sumMinor: number;
  /** Journals that do not balance, have fewer than two entries or none: zero. */
  badJournals: number;
  /** What the books say of each party against open bills, demand notes, advances and refunds: zero. */
  subledgerDifferenceMinor: number;
};

/** What must always hold; the database refuses what would break it, this proves it. */
export function invariants(db: Db | Tx): Promise<Invariants> {
  return one(
    db,
    sql`select
      (select coalesce(sum(amount_minor), 0)::bigint from ledger.entries) as "sumMinor",
      (select count(*)::int from (
        select from ledger.journals j left join ledger.entries e on e.journal_id = j.id
        group by j.id having count(e.journal_id) < 2 or sum(e.amount_minor) <> 0) bad) as "badJournals",
      (select coalesce(sum(abs(coalesce(d.amount_minor, 0) - coalesce(b.amount_minor, 0))), 0)::bigint
        from ledger.documents d full join (
          select e.account_code, e.party_id, sum(e.amount_minor) as amount_minor from ledger.entries e
          where e.party_id is not null group by 1, 2) b using (account_code, party_id)) as "subledgerDifferenceMinor"`,
  );
}

/** Select of party_id (connection) and advance_minor for everyone who has paid in advance. */
export const advances = sql<{ party_id: string; advance_minor: number }>`select party_id,
    -sum(amount_minor)::bigint as advance_minor from ledger.entries
  where account_code = ${sql.lit(ACCOUNTS.advances)} group by party_id having sum(amount_minor) < 0`;
