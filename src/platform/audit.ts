/**
 * Audit rows, written in the same transaction as the change. The binder refuses to commit a state-changing
 * call that declared an audit word and wrote no row.
 */
import { CompiledQuery } from 'kysely';
import type { AuditWord } from '#shared/words.ts';
import type { Actor } from './actor.ts';
import { type Db, execute, sql, type Tx } from './database/db.ts';
import { MARKS } from './database/send-ahead.ts';

export type AuditEntry = {
  /** As the endpoint declares it. */
  action: AuditWord;
  /** Table-like noun, for example `sector`. */
  object: string;
  objectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | undefined;
};

const counts = new WeakMap<Tx, number>();

const HIDDEN = '•••';

/** Numbers of a person: the last four characters are kept, so that an entry can be told from another one. */
const PERSONAL = /^(?:nid|.*Nid|nationalId|birthRegistration|passport|phone|.*Phone|mobile)$/;
/** What opens something. Nothing of it is kept; `code` is not among them, because roles and checks have one too. */
const SECRET =
  /^(?:password|.*Password|password_?hash|.*secret|.*Secret|token|.*Token|proof|otp|oneTimeCode|recoveryCodes?|link|apiKey)$/;

/** What was typed into a search, often a person's number: in whole or in groups, in Latin or Bengali digits. */
const SEARCHED = /^search$/;
const LONG_NUMBERS = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/gu;

/** An entry without them. What is not there stays away: nothing is written for a field that was left out. */
function masked(value: unknown, key = ''): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (SECRET.test(key)) return typeof value === 'boolean' ? value : HIDDEN;
  if (PERSONAL.test(key)) return lastFour(value);
  if (SEARCHED.test(key) && typeof value === 'string') return withoutNumbers(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, key));
  if (typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name)]));
}

/** Of a short number four characters would be all of it. */
function lastFour(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lastFour);
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length >= 8 ? `${HIDDEN}${text.slice(-4)}` : HIDDEN;
}

/** Words are kept, so that the entry says what the list was about. */
function withoutNumbers(text: string): string {
  return text.replace(LONG_NUMBERS, (number) => String(lastFour(number.replace(/\P{Nd}/gu, ''))));
}

function maskedText(entries: readonly AuditEntry[]): string {
  return JSON.stringify(entries.map((entry) => ({ ...entry, ...maskedStates(entry) })));
}

function maskedStates({ before, after }: AuditEntry): { before: unknown; after: unknown } {
  return { before: masked(before), after: masked(after) };
}

// One text for any number of rows: compiled here, planned once.
const INSERT = `${MARKS.ahead}${MARKS.plannedOnce} insert into platform.audit
    (at, actor_id, actor_name, role, ip, request_id, action, object, object_id, before, after, reason)
  select $1::timestamptz, $2::uuid, $3, $4, $5::inet, $6, e.action, e.object, e."objectId", e.before, e.after, e.reason
  from jsonb_to_recordset($7::jsonb) e (action text, object text, "objectId" text, before jsonb, after jsonb, reason text)`;

/** Appends audit rows, one statement for all of them. */
export async function audit(tx: Tx, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { now, userId, name, role, ip, requestId } = actor;
  const values = [now.toISOString(), userId, name, role, ip, requestId, maskedText(entries)];
  await tx.executeQuery(CompiledQuery.raw(INSERT, values));
  counts.set(tx, auditCount(tx) + entries.length);
}

export type View = {
  action: AuditWord;
  objectId: string;
  /** What it was, without its content. */
  after?: Record<string, unknown>;
  /** The same person asks for the same record again within this time: a screen that is shown again, no second view. */
  onceInMinutes: number;
};

/**
 * Notes that a member of staff opened somebody's personal data, without its content (guarantees §5.2). The rows are about
 * `personal-data`, so that they are not among a record's changes.
 */
export async function auditView(
  db: Db | Tx,
  actor: Actor,
  { action, objectId, after, onceInMinutes }: View,
): Promise<void> {
  if (actor.kind !== 'staff') return;
  const { now, userId, name, role, ip, requestId } = actor;
  await execute(
    db,
    sql`insert into platform.audit (at, actor_id, actor_name, role, ip, request_id, action, object, object_id, after)
    select ${now}::timestamptz, ${userId}::uuid, ${name}, ${role}, ${ip}::inet, ${requestId}, ${action}, 'personal-data',
      ${objectId}, ${after ? JSON.stringify(masked(after)) : null}::jsonb
    where not exists (select from platform.audit where object = 'personal-data' and object_id = ${objectId}
      and at > ${now}::timestamptz - make_interval(mins => ${onceInMinutes}) and actor_id = ${userId}
      and action = ${action})`,
  );
}

/** How many audit rows this transaction has written. */
export function auditCount(tx: Tx): number {
  return counts.get(tx) ?? 0;
}
