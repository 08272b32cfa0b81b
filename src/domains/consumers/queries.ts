/** Questions about consumers. A consumer's own account sees its own row only, here and by row-level security. */
import type { z } from 'zod';
import { accountOfConsumer } from '#domains/identity/consumer-account-queries.ts';
import { type Actor, may } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { type Db, first, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage, whether } from '#platform/database/lists.ts';
import type { Files } from '#platform/files/receive.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import { type ConsumerParts, holdingsOf } from './consumer-parts.ts';
import type { Consumer, consumerRecord, ListedConsumer } from './contract.ts';
import { isHeard, readSearch, wordPattern } from './search.rules.ts';

const columns = sql`c.id, c.number, c.name, c.name_bn as "nameBn", c.phone, c.email,
  c.address, c.legacy_number as "legacyNumber", c.status, c.created_at as "createdAt", c.version`;

/** National ID and birthday of `c`, or nothing. A number of 17 digits begins with the year of birth. */
function identity(actor: Actor, nid: Sql): Sql {
  return seesIdentity(actor)
    ? sql`${nid} as nid, c.date_of_birth as "dateOfBirth"`
    : sql`null::text as nid, null::date as "dateOfBirth"`;
}

/** Rows of consumers `c` that the actor may see. */
export function visibleTo(actor: Actor): Sql {
  return actor.kind === 'consumer' ? sql`c.id = ${actor.consumerId}::uuid` : sql`true`;
}

/** A record's consumer is this one, under its own id or that of a duplicate merged into it. */
export function isConsumer(column: Sql, id: string | Sql | null): Sql {
  return sql`${column} = any ((select consumers.known_as(${id}::uuid))::uuid[])`;
}

/** So many digits of a national ID are in lists, at its end. */
const SHOWN_DIGITS = 4;

/**
 * True if the actor may see national IDs and birthdays: who writes, joins or owns the entry. The counter does without
 * (docs/decisions/0025).
 */
export function seesIdentity(actor: Actor): boolean {
  return actor.kind !== 'staff' || may(actor, 'consumers:edit') || may(actor, 'consumers:delete');
}

/**
 * Condition on consumers `c` for a search text: a number however written, names as written or as they sound. A
 * national ID, whole or by its end as lists show it, finds its person for an actor who may see it.
 */
export function searching(text: string, actor?: Actor): Sql {
  const search = readSearch(text);
  if (search.kind === 'number') {
    const number = sql`c.search like ${`%${search.digits}%`}`;
    if (!actor || !seesIdentity(actor) || search.digits.length < SHOWN_DIGITS) return number;
    const end = [...search.digits].reverse().join('');
    return sql`(${number} or reverse(c.nid) like ${`${end}%`})`;
  }
  if (search.words.length === 0) return sql`true`;
  const found = search.words.map((word) =>
    isHeard(word)
      ? sql`(c.search like ${wordPattern(word)} or c.sounds like consumers.sound_pattern(${word}))`
      : sql`c.search like ${wordPattern(word)}`,
  );
  return sql.join(found, sql` and `);
}

type Filter = {
  status?: string | undefined;
  search?: string | undefined;
  sectorId?: string | undefined;
  inArrears?: boolean | undefined;
};

/**
 * The consumers that a text stands for. Both numbers of a merged one lead to the one that is left, and so do a
 * connection, plot or meter of theirs. Two branches, so that each is found by its own indexes.
 */
function found(text: string, actor: Actor, parts: ConsumerParts): Sql {
  const own = searching(text, actor);
  const elsewhere = parts.connections.searched(text);
  return sql`(select c.* from consumers.consumers c where ${own}
    union all select c.* from consumers.consumers c where (${own}) is not true and c.id in (
      select c.merged_into from consumers.consumers c where c.merged_into is not null and ${own}
      ${elsewhere ? sql`union ${elsewhere}` : sql``}))`;
}

/** The register as the actor may see it; of identity numbers the last four digits, or nothing. */
export function consumerList(actor: Actor, query: Filter, parts: ConsumerParts): ListQuery {
  const { status, search, sectorId, inArrears } = query;
  const conditions = [
    visibleTo(actor),
    status ? sql`c.status = ${status}` : sql`c.status <> 'merged'`,
    ...(sectorId ? [sql`c.id in (${parts.connections.inSector(sectorId)})`] : []),
    ...whether(inArrears, sql`c.id in (${parts.dues.inArrears(actor.today)})`),
  ];
  const where = sql.join(conditions, sql` and `);
  const relation = search?.trim() ? found(search, actor, parts) : sql`consumers.consumers`;
  return {
    rows: sql`select ${columns}, ${identity(actor, sql`'•••' || right(c.nid, ${SHOWN_DIGITS})`)} from ${relation} c where ${where}`,
    details: (page) => sql`select p.*, ${parts.connections.count(sql`p.id`)} as connections,
      ${parts.dues.dueMinor(sql`p.id`)} as "dueMinor" from (${page}) p`,
    count: sql`select count(*) as total from ${relation} c where ${where}`,
    sorts: {
      name: sql`name collate "bn-x-icu"`,
      number: sql`number`,
      createdAt: sql`"createdAt"`,
    },
    tieBreak: sql`id`,
  };
}

/** A page of the register. */
export function listConsumers(
  db: Db | Tx,
  actor: Actor,
  query: Paging & Filter,
  parts: ConsumerParts,
): Promise<Page<ListedConsumer>> {
  return listPage(db, query, consumerList(actor, query, parts));
}

/** One consumer, with the whole identity number for those who may see it; refuses an unknown id. */
export async function getConsumer(db: Db | Tx, actor: Actor, id: string): Promise<Consumer> {
  const consumer = await first<Consumer>(
    db,
    sql`${PLANNED_ONCE} select ${columns}, ${identity(actor, sql`c.nid`)} from consumers.consumers c where c.id = ${id} and ${visibleTo(actor)}`,
  );
  if (!consumer) throw fail(commonErrors.not_found);
  return consumer;
}

/** The same, opened with all of it: who of the office did so is in the log, one time an hour. */
export async function openConsumer(db: Db | Tx, actor: Actor, id: string): Promise<Consumer> {
  const consumer = await getConsumer(db, actor, id);
  await auditView(db, actor, { action: 'consumer.view', objectId: id, onceInMinutes: 60 });
  return consumer;
}

/** Ids under which records may name the consumer. */
export async function knownAs(db: Db | Tx, id: string): Promise<string[]> {
  const { ids } = await one<{ ids: string[] | null }>(db, sql`select consumers.known_as(${id}) as ids`);
  return ids ?? [];
}

type Record = z.input<typeof consumerRecord>;
type Merged = Pick<Record, 'statusReason' | 'mergedInto' | 'mergedFrom' | 'dueMinor'>;

/** One consumer with everything its page begins with. */
export async function getConsumerRecord(
  db: Db | Tx,
  actor: Actor,
  id: string,
  { parts, files }: { parts: ConsumerParts; files: Files },
): Promise<Record> {
  const consumer = await openConsumer(db, actor, id);
  const merged = await one<Merged>(
    db,
    sql`select c.status_reason as "statusReason",
        case when t.id is not null then jsonb_build_object('id', t.id, 'number', t.number, 'name', t.name, 'nameBn', t.name_bn) end as "mergedInto",
        coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'number', f.number, 'name', f.name, 'nameBn', f.name_bn) order by f.number)
          from consumers.consumers f where f.merged_into = c.id), '[]') as "mergedFrom",
        ${parts.dues.dueMinor(sql`c.id`)} as "dueMinor"
      from consumers.consumers c left join consumers.consumers t on t.id = c.merged_into where c.id = ${id}`,
  );
  const [account, holdings] = await Promise.all([
    accountOfConsumer(db, files, id, actor.now),
    holdingsOf(db, parts, await knownAs(db, id)),
  ]);
  return { ...consumer, ...merged, account, holdings, dueMinor: merged.dueMinor as Minor };
}

/** Numbers and ids by which other lists find consumers: SELECT of ids. */
export function consumersFound(text: string): Sql {
  return sql`select c.id from consumers.consumers c where ${searching(text)}`;
}
