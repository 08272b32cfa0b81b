/** The logs as their readers see them: newest first, by the indexes on (at, id). */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { duringDays } from '#platform/database/days.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { keysetPage } from '#platform/database/keyset.ts';
import { containing, type ListQuery } from '#platform/database/lists.ts';
import type { Service } from '#shared/endpoint.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { normalisePhone } from '#shared/phone.ts';
import { type ActionServices, serviceOf } from './action-services.rules.ts';
import { changedFields } from './changes.rules.ts';
import type { AuditEntry, getAuditEntry, LoginEntry, listAudit, listLogins } from './contract.ts';
import { idsByNumber, type Known, namesOf } from './record-names.ts';

type LoginQuery = z.output<(typeof listLogins)['query']>;
type AuditQuery = z.output<(typeof listAudit)['query']>;

const and = (parts: readonly Sql[]): Sql => sql.join([sql`true`, ...parts], sql` and `);

/** A phone by its last digits, as everywhere in the logs. */
const TYPED = sql`case when l.login ~ '^\\+?[0-9]{6,}$' then '•••' || right(l.login, 4) else l.login end`;

const LOGIN_COLUMNS = sql`l.id, l.at, l.at as keyset_at, l.action, l.succeeded, l.reason, l.method, l.user_id as "userId", u.name,
  r.name as role, ${TYPED} as login, host(l.ip) as ip, l.device`;

function loginRows(query: Omit<LoginQuery, 'limit' | 'startKey'>): Sql {
  const parts = duringDays(sql`l.at`, query);
  if (query.action) parts.push(sql`l.action = ${query.action}`);
  if (query.result) parts.push(sql`l.succeeded = ${query.result === 'succeeded'}`);
  if (query.userId) parts.push(sql`l.user_id = ${query.userId}`);
  if (query.ip) parts.push(sql`l.ip <<= ${query.ip}::inet`);
  if (query.search) {
    const pattern = containing(query.search);
    const phone = normalisePhone(query.search) ?? query.search;
    parts.push(sql`(u.name ilike ${pattern} or l.login = ${phone} or (l.login like '%@%' and l.login ilike ${pattern})
      or host(l.ip) = ${query.search})`);
  }
  return sql`select ${LOGIN_COLUMNS} from identity.login_log l
    left join identity.users u on u.id = l.user_id left join roles.roles r on r.id = u.role_id
    where ${and(parts)}`;
}

export function listLoginEntries(db: Db | Tx, query: LoginQuery) {
  return keysetPage<LoginEntry>(db, query, { rows: loginRows(query), at: sql`l.at`, id: sql`l.id` });
}

const newestFirst = (rows: Sql): ListQuery => ({ rows, sorts: { at: sql`at` }, tieBreak: sql`id desc` });

export function loginList(_actor: Actor, query: LoginQuery): ListQuery {
  return newestFirst(loginRows(query));
}

const ENTRY_COLUMNS = sql`a.id, a.at, a.at as keyset_at, a.actor_id as "actorId", a.actor_name as "actorName",
  coalesce((select name from roles.roles where code = a.role), a.role) as role, host(a.ip) as ip, a.request_id as "requestId", a.action, a.object, a.object_id as "objectId", a.reason, a.before, a.after`;

type EntryRow = Omit<AuditEntry, 'service' | 'changed' | 'objectName'> & {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Actions of a service: those that its calls declare, and the undeclared ones of its nouns. */
function ofService(services: ActionServices, service: Service): Sql {
  const { byAction, byNoun } = services;
  const keys = (map: ReadonlyMap<string, string>) =>
    [...map].flatMap(([key, of]) => (of === service ? key : []));
  const noun = sql`split_part(a.action, '.', 1)`;
  const rest = service === 'main' ? sql`or ${noun} <> all(${[...byNoun.keys()]}::text[])` : sql``;
  return sql`(a.action = any(${keys(byAction)}::text[]) or a.action <> all(${[...byAction.keys()]}::text[])
    and (${noun} = any(${keys(byNoun)}::text[]) ${rest}))`;
}

type AuditFilters = Omit<AuditQuery, 'limit' | 'startKey'>;

export function auditConditions(known: Known, query: AuditFilters): Sql {
  const parts = duringDays(sql`a.at`, query);
  const { action, search } = query;
  if (query.service) parts.push(ofService(known, query.service));
  if (action) parts.push(action.includes('.') ? sql`a.action = ${action}` : ofNoun(action));
  if (query.object) parts.push(sql`a.object = ${query.object}`);
  if (query.objectId) parts.push(sql`a.object_id = ${query.objectId}`);
  if (query.actorId) parts.push(sql`a.actor_id = ${query.actorId}`);
  if (query.ip) parts.push(sql`a.ip <<= ${query.ip}::inet`);
  if (search) {
    const pattern = containing(search);
    parts.push(sql`(a.actor_name ilike ${pattern} or a.object_id = ${search} or a.request_id = ${search}
      or a.reason ilike ${pattern} or host(a.ip) = ${search}
      or a.object_id = any(array(${idsByNumber(known, toLatinDigits(search))})))`);
  }
  return and(parts);
}

const ofNoun = (noun: string) => sql`starts_with(a.action, ${`${noun}.`})`;

export async function listAuditEntries(db: Db | Tx, known: Known, query: AuditQuery) {
  const rows = sql`select ${ENTRY_COLUMNS} from platform.audit a where ${auditConditions(known, query)}`;
  const page = await keysetPage<EntryRow>(db, query, { rows, at: sql`a.at`, id: sql`a.id` });
  const names = await namesOf(
    db,
    known,
    page.items.map(({ objectId }) => objectId),
  );
  return { ...page, items: page.items.map((row) => entryOf(known, row, names)) };
}

function entryOf(services: ActionServices, row: EntryRow, names: ReadonlyMap<string, string>): AuditEntry {
  return {
    ...row,
    objectName: names.get(row.objectId) ?? null,
    service: serviceOf(services, row.action),
    changed: changedFields(row.before, row.after),
  };
}

type Seal = { position: number; sealedAt: string; hash: string };
type Detail = z.input<(typeof getAuditEntry)['output']>;

export async function getEntry(db: Db | Tx, known: Known, id: string): Promise<Detail> {
  const row = await first<EntryRow>(
    db,
    sql`select ${ENTRY_COLUMNS} from platform.audit a where a.id = ${id}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const seal = await first<Seal>(
    db,
    sql`select position, sealed_at as "sealedAt", encode(hash, 'hex') as hash
      from logs.audit_seals where row_id = ${id}`,
  );
  const { before, after } = row;
  const names = await namesOf(db, known, [row.objectId, ...valuesOf(before), ...valuesOf(after)]);
  return {
    ...entryOf(known, row, names),
    before,
    after,
    names: Object.fromEntries(names),
    seal: seal ?? null,
  };
}

/** All values of a record and of what is in it. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [value];
}

/** What differs, for a file: field, before and after, as JSON; amounts in Taka. */
const CHANGES = sql`(select jsonb_agg(jsonb_build_array(key, was, becomes) order by key)::text from (
    select key, ${shown(sql`a.before ->> key`)} as was, ${shown(sql`a.after ->> key`)} as becomes
    from jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}')) key
    where coalesce(a.before ->> key, '') <> coalesce(a.after ->> key, '')) differing)`;

function shown(value: Sql): Sql {
  return sql`case when key ~ '[mM]inor$' and ${value} ~ '^-?[0-9]{1,15}$'
    then to_char((${value})::numeric / 100, 'FM999999999999990.00') else coalesce(nullif(${value}, ''), '–') end`;
}

/** The list as a file: all of it, with the changes as text. */
export function auditList(known: Known, query: AuditFilters): ListQuery {
  return {
    ...newestFirst(sql`select a.at, a.id, a.actor_name as "actorName", a.role, host(a.ip) as ip, a.action, a.object,
        a.object_id as "objectId", ${CHANGES} as changes, a.reason, a.request_id as "requestId"
      from platform.audit a where ${auditConditions(known, query)}`),
    count: sql`select count(*) as total from platform.audit a where ${auditConditions(known, query)}`,
  };
}
