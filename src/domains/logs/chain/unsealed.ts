/** SQL for rows of the logs that have no seal yet. */
import { type Sql, sql } from '#platform/database/db.ts';

export const LAST_ID = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** The first id of a moment (uuidv7 begins with its milliseconds). */
const firstIdAt = (instant: Sql) =>
  sql`(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * Rows with a smaller id come too late to be sealed. An id of the future (forged) cannot move it beyond the last
 * seal, and while a long past is sealed for the first time it stays behind the rows that wait.
 */
export const LATEST_TO_WAIT_FOR: Sql = sql`(select case when last.sealed_at is null
    then '00000000-0000-0000-0000-000000000000'::uuid
    else ${firstIdAt(sql`least(last.sealed_at, uuid_extract_timestamp(last.row_id)) - interval '1 hour'`)} end
  from (select (select sealed_at from logs.audit_seals order by position desc limit 1) as sealed_at,
    (select row_id from logs.audit_seals order by row_id desc limit 1) as row_id) last)`;

/** Ids without a seal. */
export const unsealed = (where: Sql): Sql<{ id: string }> => sql<{ id: string }>`select id from (
    select id from platform.audit union all select id from identity.login_log) logged
  where ${where} and not exists (select from logs.audit_seals s where s.row_id = logged.id)`;
