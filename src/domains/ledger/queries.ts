/** Questions to the ledger. Debit is above zero: what a consumer owes is positive, an advance negative. */
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { ACCOUNTS, type AccountCode } from './accounts.rules.ts';

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
