/**
 * "Alone up to": the one rule for every act that one person may do alone up to a limit. What was done alone already
 * counts: by this person today, on the bills concerned ever, on the connection in the last 30 days. Many small acts are
 * one large one.
 */
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** Days for which a connection remembers. */
const CONNECTION_DAYS = 30;
const LOCK_SPACE = 1042;

export type AloneAct = {
  kind: 'REVERSE' | 'CANCEL' | 'ADJUST' | 'VARIANCE';
  /** Null: never alone. */
  limitMinor: number | null;
  /** Poisha that the act moves, in either direction. */
  amountMinor: number;
  /** Null: a cash variance, which only the person and the day remember. */
  connectionId: string | null;
  billIds: readonly string[];
  /** The reversed payment, the corrected bill or the cash closing. */
  sourceId: string;
};

type Used = { minor: number };
type About = Pick<AloneAct, 'limitMinor' | 'connectionId' | 'billIds'>;

/** What counts towards the limit: the largest of the three sums. */
function used(actor: Actor, { connectionId, billIds }: Pick<About, 'connectionId' | 'billIds'>): Sql<Used> {
  return sql<Used>`select greatest(
      coalesce(sum(a.amount_minor) filter (where a.person_id = ${actor.userId}::uuid and a.done_on = ${actor.today}::date), 0),
      coalesce(sum(a.amount_minor) filter (where a.connection_id = ${connectionId}::uuid
        and a.done_on > ${actor.today}::date - ${CONNECTION_DAYS}::int), 0),
      coalesce(sum(a.amount_minor) filter (where a.connection_id = ${connectionId}::uuid
        and a.bill_ids && ${billIds}::uuid[]), 0))::bigint as minor
    from billing.alone_acts a
    where (a.person_id = ${actor.userId}::uuid and a.done_on = ${actor.today}::date) or a.connection_id = ${connectionId}::uuid`;
}

/**
 * True: one person may, and it is noted. False: a second person has to decide. The connection's and the person's locks
 * are held until the commit, and the statement that notes it compares: two acts at the same time are both counted.
 */
export async function mayAlone(tx: Tx, actor: Actor, act: AloneAct): Promise<boolean> {
  if (act.limitMinor === null) return false;
  await execute(tx, sql`select from meters.connections where id = ${act.connectionId} for no key update`);
  await lockPerson(tx, actor);
  const noted = await first(
    tx,
    sql`insert into billing.alone_acts (kind, person_id, done_on, connection_id, bill_ids, amount_minor, source_id)
      select ${act.kind}::text, ${actor.userId}::uuid, ${actor.today}::date, ${act.connectionId}::uuid, ${act.billIds}::uuid[],
        ${act.amountMinor}::bigint, ${act.sourceId}::uuid
      from (${used(actor, act)}) u where u.minor + ${act.amountMinor}::bigint <= ${act.limitMinor}::bigint returning id`,
  );
  return noted !== undefined;
}

/**
 * The same for all bills of a run at once: the person's sum of the day takes the whole run, each connection its own bill.
 * The caller holds the connections' locks. All are noted, or none.
 */
export async function mayAloneForRun(
  tx: Tx,
  actor: Actor,
  { runId, limitMinor }: { runId: string; limitMinor: number | null },
): Promise<boolean> {
  if (limitMinor === null) return false;
  await lockPerson(tx, actor);
  const { fits } = await one<{ fits: boolean }>(
    tx,
    sql`with bills as (
        select id, connection_id, total_minor from billing.invoices where run_id = ${runId} and cancelled_on is null
      ), before as (
        select b.connection_id, b.total_minor, coalesce(sum(a.amount_minor) filter (where
          a.done_on > ${actor.today}::date - ${CONNECTION_DAYS}::int or b.id = any (a.bill_ids)), 0) as used
        from bills b left join billing.alone_acts a on a.connection_id = b.connection_id
        group by b.id, b.connection_id, b.total_minor
      ), verdict as (
        select coalesce((select sum(total_minor) from bills), 0) + coalesce((select sum(a.amount_minor)
            from billing.alone_acts a where a.person_id = ${actor.userId}::uuid and a.done_on = ${actor.today}::date), 0)
            <= ${limitMinor}::bigint
          and not exists (select from before where used + total_minor > ${limitMinor}::bigint) as fits
      ), noted as (
        insert into billing.alone_acts (kind, person_id, done_on, connection_id, bill_ids, amount_minor, source_id)
        select 'CANCEL', ${actor.userId}::uuid, ${actor.today}::date, b.connection_id, array[b.id], b.total_minor, b.id
        from bills b, verdict where verdict.fits
      )
      select fits from verdict`,
  );
  return fits;
}

/** How much this person may still do alone there; null: nothing is ever done alone. */
export async function leftAlone(db: Db | Tx, actor: Actor, about: About): Promise<number | null> {
  if (about.limitMinor === null) return null;
  const { minor } = await one<{ minor: number }>(db, used(actor, about));
  return Math.max(about.limitMinor - minor, 0);
}

/** If one person acts twice at the same time, the later act counts the earlier one. Held until the commit. */
export async function lockPerson(tx: Tx, actor: Actor): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${actor.userId ?? 'system'}::text))`,
  );
}
