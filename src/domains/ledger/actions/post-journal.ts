/**
 * The only writers of the ledger. Debit is above zero, credit below. All entries of a journal are in one INSERT,
 * because the database checks the balance per statement. The caller holds the locks of what is posted about.
 */
import type { Actor } from '#platform/actor.ts';
import { execute, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { AccountCode, JournalKind } from '../accounts.rules.ts';

export type NewEntry = {
  account: AccountCode;
  /** Connection, application, work order or ownership request, for accounts kept per party. */
  partyId?: string | undefined;
  amountMinor: number;
};
export type NewJournal = {
  kind: JournalKind;
  /** What is recorded; the same thing is recorded once. */
  sourceId: string;
  businessDate: string;
  reversesId?: string;
  /** Posts the same thing once more. The database refuses it unless the last journal of the thing was reversed. */
  again?: boolean;
  reason?: string;
  entries: readonly NewEntry[];
};

/** Posts one journal with one statement; entries of zero are left out. */
export async function postJournal(tx: Tx, actor: Actor, journal: NewJournal): Promise<{ id: string }> {
  const entries = journal.entries.filter((entry) => entry.amountMinor !== 0);
  if (entries.length < 2) throw new Error(`a journal of ${journal.kind} needs two entries`);
  return one(
    tx,
    sql`${PLANNED_ONCE} with journal as (
      insert into ledger.journals (kind, source_id, business_date, reverses_id, reason, posted_by, created_at, round)
      values (${journal.kind}, ${journal.sourceId}, ${journal.businessDate}, ${journal.reversesId ?? null},
        ${journal.reason ?? null}, ${actor.userId}, ${actor.now}, ${journal.again ? nextRound(journal) : 1})
      returning id, business_date
    ), posted as (
      insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
      select j.id, e.line_no, e.account_code, e.party_id, e.amount_minor, j.business_date
      from journal j cross join unnest(${entries.map(({ account }) => account)}::text[], ${entries.map(({ partyId }) => partyId ?? null)}::uuid[],
        ${entries.map(({ amountMinor }) => amountMinor)}::bigint[]) with ordinality as e (account_code, party_id, amount_minor, line_no)
    ) select id from journal`,
  );
}

const nextRound = ({ kind, sourceId }: NewJournal): Sql =>
  sql`(select coalesce(max(j.round), 0) + 1 from ledger.journals j where j.kind = ${kind} and j.source_id = ${sourceId})`;

/**
 * Posts many journals with two statements.
 * @param journals select of id, kind, source_id, business_date, reverses_id, reason; the poster chooses the ids
 * @param entries select of journal_id, line_no, account_code, party_id, amount_minor, business_date; each journal
 *   has a line 1 that is not zero, other lines of zero are left out
 */
export async function postJournals(tx: Tx, actor: Actor, journals: Sql, entries: Sql): Promise<void> {
  await execute(
    tx,
    sql`insert into ledger.journals (id, kind, source_id, business_date, reverses_id, reason, posted_by, created_at)
    select j.id, j.kind, j.source_id, j.business_date, j.reverses_id, j.reason, ${actor.userId}::uuid, ${actor.now}::timestamptz
    from (${journals}) j`,
  );
  await execute(
    tx,
    sql`insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
    select e.journal_id, e.line_no, e.account_code, e.party_id, e.amount_minor, e.business_date
    from (${entries}) e where e.amount_minor <> 0`,
  );
}

/**
 * Posts the exact opposite of a thing's last journal, dated `businessDate`, naming it.
 * @param reversal.nowOf the party that has the money of an account by now, if it moved since
 */
export async function reverseJournal(
  tx: Tx,
  actor: Actor,
  reversal: {
    of: { kind: JournalKind; sourceId: string };
    businessDate: string;
    reason: string;
    nowOf?: { account: AccountCode; partyId: string } | undefined;
  },
): Promise<{ id: string }> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into ledger.journals (kind, source_id, business_date, reverses_id, reason, posted_by, created_at, round)
      select 'REVERSAL', j.source_id, ${reversal.businessDate}, j.id, ${reversal.reason}, ${actor.userId}, ${actor.now}, j.round
      from ledger.journals j where j.kind = ${reversal.of.kind} and j.source_id = ${reversal.of.sourceId}
      order by j.round desc limit 1 returning id`,
  );
  await execute(
    tx,
    sql`insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
    select ${id}, e.line_no, e.account_code, case when e.account_code = ${reversal.nowOf?.account ?? null}::text then ${reversal.nowOf?.partyId ?? null}::uuid else e.party_id end,
      -e.amount_minor, ${reversal.businessDate}
    from ledger.journals j join ledger.entries e on e.journal_id = j.reverses_id where j.id = ${id}`,
  );
  return { id };
}

/**
 * Posts the exact opposites of many journals with two statements, dated `businessDate`, each naming its own.
 * @param of select of one column: sources of journals of the kind
 * @returns how many there were
 */
export async function reverseJournals(
  tx: Tx,
  actor: Actor,
  reversal: { kind: JournalKind; of: Sql; businessDate: string; reason: string },
): Promise<number> {
  const journals = sql`select j.id from ledger.journals j where j.kind = ${reversal.kind} and j.source_id in (${reversal.of})`;
  const count = await execute(
    tx,
    sql`insert into ledger.journals (kind, source_id, business_date, reverses_id, reason, posted_by, created_at)
    select 'REVERSAL', j.source_id, ${reversal.businessDate}::date, j.id, ${reversal.reason}::text, ${actor.userId}::uuid,
      ${actor.now}::timestamptz
    from ledger.journals j where j.id in (${journals})`,
  );
  await execute(
    tx,
    sql`insert into ledger.entries (journal_id, line_no, account_code, party_id, amount_minor, business_date)
    select r.id, e.line_no, e.account_code, e.party_id, -e.amount_minor, r.business_date
    from ledger.journals r join ledger.entries e on e.journal_id = r.reverses_id
    where r.reverses_id in (${journals})`,
  );
  return count;
}
