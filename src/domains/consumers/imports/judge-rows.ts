/**
 * The verdicts of a file over the temporary table `import_read` (see read-rows.ts): who is twice in it, and who
 * is in the register already. Each step is one statement joined by equal keys, so that a phone number that is in
 * every row costs no more than any other.
 */
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** Under which keys a person is the same one: national ID, old number, phone with a name in either script. */
const keysOf = (of: Sql, id: Sql): Sql => sql`
  select ${id}, k.key from ${of}, lateral (values
    ('n' || nid), ('l' || lower(legacy_number)),
    ('p' || phone || platform.search_text(name)),
    (case when name_bn is not null then 'p' || phone || platform.search_text(name_bn) end)
  ) k (key) where k.key is not null`;

/** What a consumer `c` becomes by a row `r`: what the row leaves blank stays, as does a name it has in the other script. */
export const NEW_VALUES = sql`
  case when lower(r.name) in (lower(c.name), lower(c.name_bn)) then c.name else r.name end as name,
  coalesce(r.name_bn, c.name_bn) as name_bn, r.phone, coalesce(r.email, c.email) as email,
  coalesce(r.nid, c.nid) as nid, coalesce(r.date_of_birth, c.date_of_birth) as date_of_birth,
  coalesce(nullif(r.address, ''), c.address) as address, coalesce(r.legacy_number, c.legacy_number) as legacy_number`;

const OLD_VALUES = sql`c.name, c.name_bn, c.phone, c.email, c.nid, c.date_of_birth, c.address, c.legacy_number`;

/** Consumers that a row may mean; those that were merged stand for the one they were merged into. */
async function findMatches(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`create temporary table import_keys on commit drop as
    ${keysOf(sql`(select * from import_read where problems = '{}') r`, sql`row_no`)}`,
  );
  await execute(tx, sql`analyze import_keys`);
  const known = sql`(select coalesce(merged_into, id) as consumer_id, nid, legacy_number, phone, name, name_bn
    from consumers.consumers where phone in (select phone from import_read)
      or nid in (select nid from import_read)
      or lower(legacy_number) in (select lower(legacy_number) from import_read)) c`;
  await execute(
    tx,
    sql`create temporary table import_known on commit drop as
    ${keysOf(known, sql`consumer_id`)}`,
  );
  await execute(
    tx,
    sql`create temporary table import_matches on commit drop as
    select k.row_no, (array_agg(distinct c.consumer_id))[1] as consumer_id, count(distinct c.consumer_id) as people
    from import_keys k join import_known c using (key) group by k.row_no`,
  );
  await execute(
    tx,
    sql`create temporary table import_doubles on commit drop as
    select row_no, min(first) as same_row from (
      select row_no, min(row_no) over (partition by key) as first from import_keys
      union all
      select row_no, min(row_no) over (partition by consumer_id) from import_matches where people = 1
    ) k where first < row_no group by row_no`,
  );
  await execute(tx, sql`analyze import_doubles, import_matches`);
}

export type Counts = {
  total: number;
  ready: number;
  existing: number;
  differing: number;
  duplicate: number;
  wrong: number;
};

/** Gives every row of `import_read` its one verdict. */
export async function judgeRows(tx: Tx, importId: string): Promise<Counts> {
  await findMatches(tx);
  await execute(
    tx,
    sql`insert into consumers.import_rows (import_id, row_no, raw, name, name_bn, phone, email, nid, date_of_birth,
      address, legacy_number, verdict, problems, same_row, consumer_id, differs)
    select ${importId}, row_no, raw, name, name_bn, phone, email, nid, date_of_birth, address, legacy_number,
      case when found <> '{}' then 'WRONG' when same_row is not null then 'DUPLICATE'
        when consumer_id is not null then 'EXISTS' else 'READY' end,
      found, same_row, case when people = 1 then consumer_id end,
      coalesce(people = 1 and found = '{}' and same_row is null and changed, false)
    from (
      select r.*, d.same_row, m.consumer_id, m.people,
        case when problems <> '{}' or d.same_row is not null then problems
          when m.people > 1 then '{SEVERAL_MATCHES}'::text[]
          when r.nid <> c.nid then '{OTHER_NID}'::text[]
          when m.consumer_id is null and r.phone in (select phone from identity.users where consumer_id is not null)
            then '{PHONE_OF_ACCOUNT}'::text[] else problems end as found,
        (select row(n.*) is distinct from row(${OLD_VALUES}) from (select ${NEW_VALUES}) n) as changed
      from import_read r
      left join import_doubles d using (row_no)
      left join import_matches m using (row_no)
      left join consumers.consumers c on c.id = m.consumer_id
    ) judged`,
  );
  return one(
    tx,
    sql<Counts>`select count(*) as total, count(*) filter (where verdict = 'READY') as ready,
        count(*) filter (where verdict = 'EXISTS') as existing, count(*) filter (where differs) as differing,
        count(*) filter (where verdict = 'DUPLICATE') as duplicate, count(*) filter (where verdict = 'WRONG') as wrong
      from consumers.import_rows where import_id = ${importId}`,
  );
}

/** Another one after any change of the register that verdicts rest on. */
export async function registerMark(tx: Tx): Promise<string> {
  const { mark } = await one<{ mark: string }>(
    tx,
    sql`select count(*) || ':' || coalesce(bit_xor(hash_record_extended(row(id, phone, name, name_bn, nid, legacy_number,
      merged_into, version), 0)), 0) || ':' || (select count(*) from identity.users where consumer_id is not null) as mark
      from consumers.consumers`,
  );
  return mark;
}
