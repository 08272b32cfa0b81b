/** Applications of a consumer: counted for their page, handed over when two consumers become one or two again. */
import type { Holder, Merge, UndoneClaim } from '#domains/consumers/consumer-parts.ts';
import { connectionHolder } from '#domains/meters/consumer-part.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';

export const applicationHolder: Holder = {
  // Drafts and hidden rows are shown nowhere here, but prevent deleting too.
  holdings: (db, ids) =>
    all(
      db,
      sql`with own as (
          select id, state <> 'DRAFT' and archived_at is null and deleted_at is null as listed from applications.applications
          where consumer_id = any(${ids}::uuid[]))
        select 'applications' as kind, count(*) as count, null::bigint as "amountMinor" from own where listed
        union all select 'drafts', count(*), null from own where not listed
        union all select 'documents', count(*), null from own join applications.documents d on d.application_id = own.id
          where own.listed and d.state <> 'REPLACED'`,
    ),
  async move(tx, actor, { fromId, intoId }, only) {
    const moved = await all<{ id: string }>(
      tx,
      sql`update applications.applications set consumer_id = ${intoId}
        where consumer_id = ${fromId} and (${only === undefined}::boolean or id = any(${only ?? []}::uuid[])) returning id`,
    );
    await auditMoved(tx, actor, { fromId, intoId }, moved);
    return moved.map(({ id }) => id);
  },
  undo: takeOwnAlong,
};

/** What the account of an undone claim applied for is its person's, with the connection that came of it. */
async function takeOwnAlong(
  tx: Tx,
  actor: Actor,
  { userId, claimedId, accountId, since }: UndoneClaim,
): Promise<void> {
  const moved = await all<{ id: string; connectionId: string | null }>(
    tx,
    sql`update applications.applications set consumer_id = ${accountId}
      where consumer_id = ${claimedId} and created_by = ${userId} and created_at >= ${since}::timestamptz
      returning id, connection_id as "connectionId"`,
  );
  const way = { fromId: claimedId, intoId: accountId };
  await auditMoved(tx, actor, way, moved);
  const connections = moved.flatMap(({ connectionId }) => connectionId ?? []);
  await connectionHolder.move?.(tx, actor, way, connections);
}

async function auditMoved(
  tx: Tx,
  actor: Actor,
  { fromId, intoId }: Merge,
  moved: readonly { id: string }[],
): Promise<void> {
  await audit(
    tx,
    actor,
    ...moved.map(({ id }) => ({
      action: 'application.consumer' as const,
      object: 'application',
      objectId: id,
      before: { consumerId: fromId },
      after: { consumerId: intoId },
    })),
  );
}
