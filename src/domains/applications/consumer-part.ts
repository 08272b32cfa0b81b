/** Applications of a consumer: counted for their page, handed over when two consumers become one. */
import type { Holder } from '#domains/consumers/consumer-parts.ts';
import { audit } from '#platform/audit.ts';
import { all, sql } from '#platform/database/db.ts';

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
    return moved.map(({ id }) => id);
  },
};
