/** Questions about claims: those of an account, and all of them for staff who decide. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { TRIES_AT_CODE } from '#platform/limits.ts';
import type { ConsumerParts } from '../../consumer-parts.ts';
import { CODE_SECONDS } from '../claim-limits.ts';
import type { standSchema } from '../contract.ts';
import type { ClaimRow, listClaims as listCall, OwnClaim } from './contract.ts';

export type Stand = z.input<typeof standSchema>;

/** The entry that an account has now. */
export async function standOf(
  db: Db | Tx,
  parts: ConsumerParts,
  userId: string,
  outcome: { waits?: boolean; isOwn?: boolean } = {},
): Promise<Stand> {
  const stand = await one<{ consumerNumber: string; connections: number }>(
    db,
    sql`select c.number as "consumerNumber", ${parts.connections.count(sql`c.id`)} as connections
      from identity.users u join consumers.consumers c on c.id = u.consumer_id where u.id = ${userId}`,
  );
  return { ...stand, waits: false, isOwn: false, ...outcome };
}

/** A new code is good for longer than the first one was. */
export const mayRenewCode = sql`(state = 'WAITING' and
  coalesce(code_expires_at <= asked_at + make_interval(secs => ${CODE_SECONDS}::int), false))`;

/** Claims of an account, the newest ten. */
export async function listOwnClaims(db: Db | Tx, actor: Actor): Promise<{ items: OwnClaim[] }> {
  const items = await all<OwnClaim>(
    db,
    sql`select id, state, customer_number as "customerNumber", asked_at as "askedAt", right(register_phone, 2) as "phoneEnd",
        state = 'WAITING' and tries < ${TRIES_AT_CODE} and coalesce(code_expires_at > ${actor.now}, false) as "takesCode",
        ${mayRenewCode} as "mayRenewCode"
      from consumers.claims where user_id = ${actor.userId} order by asked_at desc, id limit 10`,
  );
  return { items };
}

type Query = z.output<(typeof listCall)['query']>;

export function claimList(query: Pick<Query, 'state'>): ListQuery {
  const where = query.state ? sql`l.state = ${query.state}` : sql`true`;
  return {
    rows: sql`select l.id, l.state, l.customer_number as "customerNumber", l.asked_at as "askedAt",
        jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'nameBn', c.name_bn, 'phone', l.register_phone,
          'address', c.address, 'hasAccount', exists (select from identity.users x where x.consumer_id = c.id)) as entry,
        jsonb_build_object('id', o.id, 'number', o.number, 'name', u.name, 'nameBn', o.name_bn, 'phone', l.phone) as claimant,
        case when o.id <> c.id then o.nid = c.nid end as "sameNid", l.proven_by as "provenBy",
        d.name as "decidedBy", l.decided_at as "decidedAt", l.reason,
        n.name as "undoneBy", l.undone_at as "undoneAt", l.undo_reason as "undoReason"
      from consumers.claims l join consumers.consumers c on c.id = l.consumer_id
      join identity.users u on u.id = l.user_id join consumers.consumers o on o.id = u.consumer_id
      left join identity.users d on d.id = l.decided_by left join identity.users n on n.id = l.undone_by
      where ${where}`,
    count: sql`select count(*) as total from consumers.claims l where ${where}`,
    sorts: { askedAt: sql`"askedAt"` },
    tieBreak: sql`id`,
  };
}

/** The same for a file: both persons in columns of their own. */
export function claimFile(_actor: Actor, query: Pick<Query, 'state'>): ListQuery {
  const list = claimList(query);
  return {
    ...list,
    rows: sql`select l.id, l.state, l."askedAt", l."customerNumber", l.entry ->> 'name' as entry,
        l.entry ->> 'nameBn' as "entryBn", l.entry ->> 'phone' as "entryPhone", l.entry ->> 'address' as address,
        l.claimant ->> 'number' as "claimantNumber", l.claimant ->> 'name' as claimant,
        l.claimant ->> 'nameBn' as "claimantBn", l.claimant ->> 'phone' as "claimantPhone", l."sameNid", l."provenBy",
        l."decidedBy", l."decidedAt", l.reason, l."undoneBy", l."undoneAt", l."undoReason"
      from (${list.rows}) l`,
  };
}

/** A page of claims, and the counts of the tabs. */
export async function listClaims(db: Db | Tx, query: Query) {
  const page = await listPage<ClaimRow>(db, query, claimList(query));
  const counts = await countBy(db, sql`select state as key from (${claimList({}).rows}) l`);
  return { ...page, counts };
}

/** The badge: claims that wait for staff or for a phone. */
export async function countWaiting(db: Db | Tx): Promise<number> {
  const { waiting } = await one<{ waiting: number }>(
    db,
    sql`select count(*)::int as waiting from consumers.claims where state = 'WAITING'`,
  );
  return waiting;
}
