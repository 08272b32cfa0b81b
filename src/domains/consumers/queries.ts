/** Questions about consumers. A consumer's own account sees its own row only, here and by row-level security. */
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/db.ts';
import { containing, type ListQuery, listPage } from '#platform/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Consumer } from './contract.ts';

const columns = sql`c.id, c.number, c.name, c.name_bn as "nameBn", c.phone, c.email,
  c.date_of_birth as "dateOfBirth", c.address, c.status, c.created_at as "createdAt", c.version`;

/** Rows of consumers `c` that the actor may see. */
export function visibleTo(actor: Actor): Sql {
  return actor.kind === 'consumer' ? sql`c.id = ${actor.consumerId}::uuid` : sql`true`;
}

type Filter = { status?: string | undefined; search?: string | undefined };

/** The register as the actor may see it; identity numbers show their last four digits. */
export function consumerList(actor: Actor, query: Filter): ListQuery {
  const status = query.status ?? null;
  const searched = query.search
    ? sql`c.search like ${containing(toLatinDigits(query.search).toLowerCase())}`
    : sql`true`;
  return {
    rows: sql`select ${columns}, '•••' || right(c.nid, 4) as nid from consumers.consumers c
      where ${visibleTo(actor)} and (${status}::text is null or c.status = ${status}) and ${searched}`,
    sorts: {
      name: sql`name collate "bn-x-icu"`,
      number: sql`number`,
      createdAt: sql`"createdAt"`,
    },
    tieBreak: sql`id`,
  };
}

/** A page of the register. */
export function listConsumers(db: Db | Tx, actor: Actor, query: Paging & Filter): Promise<Page<Consumer>> {
  return listPage<Consumer>(db, query, consumerList(actor, query));
}

/** One consumer in full; refuses an unknown id. */
export async function getConsumer(db: Db | Tx, actor: Actor, id: string): Promise<Consumer> {
  const consumer = await first<Consumer>(
    db,
    sql`select ${columns}, c.nid from consumers.consumers c where c.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!consumer) throw fail(commonErrors.not_found);
  return consumer;
}
