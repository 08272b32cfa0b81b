/**
 * "Alone up to": the one rule for every act that one person may do alone up to a limit. What was done alone already
 * counts: by this person today, on the bills concerned ever, on the connection in the last 30 days. Many small acts are
 * one large one.
 */
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** Days for which a connection remembers. */
const CONNECTION_DAYS = 30;
const LOCK_SPACE = 1042;
/** An act that has not happened has no source yet. */
const NO_SOURCE = '00000000-0000-0000-0000-000000000000';

export type AloneAct = {
  kind: 'REVERSE' | 'CANCEL' | 'ADJUST' | 'VARIANCE';
  /** Null: never alone. */
  limitMinor: number | null;
  /** Poisha that the act moves, in either direction. */
  amountMinor: number;
  /** Null: money of an application or a work order, or a cash variance, which only the person and the day remember. */
  connectionId: string | null;
  /** Whose demand note the money was for. It remembers as a connection does. */
  applicationId?: string | null;
  /** The work order, or the ownership request, that the money was for. It remembers as well. */
  workOrderId?: string | null;
  ownershipRequestId?: string | null;
  /** Whose wallet got the money. It remembers too. */
  walletOf?: string | null;
  /** Bills or demand notes. */
  billIds: readonly string[];
  /** The reversed payment, the corrected bill or the cash closing. */
  sourceId: string;
};

type About = Pick<
  AloneAct,
  | 'limitMinor'
  | 'connectionId'
  | 'applicationId'
  | 'workOrderId'
  | 'ownershipRequestId'
  | 'walletOf'
  | 'billIds'
>;

/**
 * What counts towards the limit of each act: the largest of the three sums, as `minor`. What is done together with an act
 * counts like what was done before.
 * @param acts relation with connection_id, application_id, work_order_id, ownership_request_id, wallet_of, bill_ids, amount_minor, source_id
 */
function used(actor: Actor, acts: Sql): Sql {
  const own = sql`a.person_id = ${actor.userId}::uuid and a.done_on = ${actor.today}::date`;
  return sql`select x.*, (greatest(p.minor + sum(x.amount_minor) over (),
      c.connection_minor + sum(x.amount_minor) over (partition by x.connection_id, x.application_id, x.work_order_id, x.ownership_request_id, x.wallet_of), c.bills_minor + x.amount_minor)
      - x.amount_minor)::bigint as minor
    from (${acts}) x
    cross join (select coalesce(sum(a.amount_minor), 0) as minor from billing.alone_acts a where ${own}) p
    cross join lateral (
      select coalesce(sum(a.amount_minor) filter (where a.done_on > ${actor.today}::date - ${CONNECTION_DAYS}::int), 0) as connection_minor,
        coalesce(sum(a.amount_minor) filter (where a.bill_ids && x.bill_ids), 0) as bills_minor
      from billing.alone_acts a where a.connection_id = x.connection_id or a.application_id = x.application_id or a.work_order_id = x.work_order_id
        or a.ownership_request_id = x.ownership_request_id or a.wallet_of = x.wallet_of
    ) c`;
}

const actOf = ({
  connectionId,
  applicationId = null,
  workOrderId = null,
  ownershipRequestId = null,
  walletOf = null,
  billIds,
  amountMinor,
  sourceId,
}: Omit<AloneAct, 'kind' | 'limitMinor'>): Sql =>
  sql`select ${connectionId}::uuid as connection_id, ${applicationId}::uuid as application_id, ${workOrderId}::uuid as work_order_id,
    ${ownershipRequestId}::uuid as ownership_request_id, ${walletOf}::uuid as wallet_of, ${billIds}::uuid[] as bill_ids, ${amountMinor}::bigint as amount_minor,
    ${sourceId}::uuid as source_id`;

/**
 * True: one person may, and it is noted. False: a second person has to decide. The connection's and the person's locks
 * are held until the commit, and the statement that notes it compares: two acts at the same time are both counted. Of an
 * application, a work order, an ownership request or a wallet the caller holds the lock.
 */
export async function mayAlone(tx: Tx, actor: Actor, act: AloneAct): Promise<boolean> {
  if (act.limitMinor === null) return false;
  await execute(tx, sql`select from meters.connections where id = ${act.connectionId} for no key update`);
  return note(tx, actor, { ...act, limitMinor: act.limitMinor, acts: actOf(act) });
}

/**
 * The same for all bills of a run at once: all are noted, or none. A bill and its surcharges are one act. The caller holds
 * the connections' locks.
 * @param bills relation with id, connection_id, total_minor, bill_id (a surcharge's bill, or the bill itself)
 */
export async function mayAloneForRun(
  tx: Tx,
  actor: Actor,
  { bills, limitMinor }: { bills: Sql; limitMinor: number | null },
): Promise<boolean> {
  if (limitMinor === null) return false;
  const acts = sql`select connection_id, null::uuid as application_id, null::uuid as work_order_id, null::uuid as ownership_request_id,
      null::uuid as wallet_of, array_agg(id) as bill_ids, sum(total_minor)::bigint as amount_minor, bill_id as source_id
    from (${bills}) b group by connection_id, bill_id`;
  return note(tx, actor, { kind: 'CANCEL', limitMinor, acts });
}

/** Notes all acts if each of them fits, else none; in the statement that compares. */
async function note(
  tx: Tx,
  actor: Actor,
  { kind, limitMinor, acts }: { kind: AloneAct['kind']; limitMinor: number; acts: Sql },
): Promise<boolean> {
  await lockPerson(tx, actor);
  const { fits } = await one<{ fits: boolean }>(
    tx,
    sql`with acts as materialized (${used(actor, acts)}),
      verdict as (select not exists (select from acts where minor + amount_minor > ${limitMinor}::bigint) as fits),
      noted as (
        insert into billing.alone_acts (kind, person_id, done_on, connection_id, application_id, work_order_id, ownership_request_id, wallet_of, bill_ids,
          amount_minor, source_id)
        select ${kind}::text, ${actor.userId}::uuid, ${actor.today}::date, a.connection_id, a.application_id, a.work_order_id, a.ownership_request_id, a.wallet_of, a.bill_ids,
          a.amount_minor, a.source_id
        from acts a, verdict where verdict.fits
      )
      select fits from verdict`,
  );
  return fits;
}

/** How much this person may still do alone there; null: nothing is ever done alone. */
export async function leftAlone(db: Db | Tx, actor: Actor, about: About): Promise<number | null> {
  if (about.limitMinor === null) return null;
  const nothing = actOf({ ...about, amountMinor: 0, sourceId: NO_SOURCE });
  const { minor } = await one<{ minor: number }>(db, sql`select minor from (${used(actor, nothing)}) u`);
  return Math.max(about.limitMinor - minor, 0);
}

/** If one person acts twice at the same time, the later act counts the earlier one. Held until the commit. */
export async function lockPerson(tx: Tx, actor: Actor): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${actor.userId ?? 'system'}::text))`,
  );
}
