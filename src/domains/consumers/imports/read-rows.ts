/**
 * What the texts of a file mean, as SQL over the temporary table `import_lines`: the same rules as the forms' own
 * schemas (shared/phone.ts, shared/text.ts), which a test holds side by side.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { dayOf, isoDay, latinDigits } from '#platform/imports/text-sql.ts';

export const LINES_TABLE = sql`create temporary table import_lines (row_no int not null, name text, name_bn text,
  phone text, email text, nid text, birth text, address text, legacy text) on commit drop`;
export const LINES_TARGET =
  'pg_temp.import_lines (row_no, name, name_bn, phone, email, nid, birth, address, legacy)';

/** Our own CSV files put an apostrophe before what a spreadsheet would run as a formula; it comes back with them. */
const unquoted = (text: Sql): Sql =>
  sql`case when left(${text}, 1) = '''' and substr(${text}, 2, 1) in ('=', '+', '-', '@') then substr(${text}, 2) else ${text} end`;

const line = (text: Sql): Sql =>
  sql`nullif(btrim(regexp_replace(normalize(${unquoted(text)}, nfc), '[\\s\\u00A0]+', ' ', 'g')), '')`;

const withoutMarks = (text: Sql): Sql =>
  sql`nullif(regexp_replace(${latinDigits(unquoted(text))}, '[\\s\\u00A0()-]', '', 'g'), '')`;

const EMAIL =
  '^[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,}$';
const MOBILE = '^1[3-9]\\d{8}$';
const NID = '^(\\d{10}|\\d{13}|\\d{17})$';
/** What a spreadsheet makes of seventeen digits. */
const ROUNDED = '^\\d(\\.\\d+)?[eE]\\+?\\d+$';
const EARLIEST_BIRTH = '1900-01-01';

/** Days are read as people write them, and as the number that a spreadsheet keeps a date as (days since 1899-12-30). */
const birthDay = sql`case when birth ~ '^\\d{5}$' then date '1899-12-30' + birth::int else ${dayOf(isoDay(sql`birth`))} end`;

/** Every line with its fields as they are kept, and the codes of those that are wrong. */
export const readRows = (today: string): Sql => sql`
  select row_no, raw, coalesce(name, name_bn) as name, name_bn, '+880' || mobile as phone, email, nid,
    born as date_of_birth, address, legacy_number, array_remove(array[
      case when coalesce(name, name_bn) is null then 'NAME_MISSING' when char_length(name) > 120 then 'NAME_LONG' end,
      case when char_length(name_bn) > 120 then 'NAME_BN_LONG' end,
      case when mobile is null then 'PHONE_MISSING' when mobile !~ ${MOBILE} then 'PHONE_WRONG' end,
      case when email !~ ${EMAIL} or char_length(email) > 254 then 'EMAIL_WRONG' end,
      case when nid ~ ${ROUNDED} then 'NID_ROUNDED' when nid !~ ${NID} then 'NID_WRONG' end,
      case when birth is null then null when born is null or born < ${EARLIEST_BIRTH}::date then 'BIRTH_WRONG'
        when born >= ${today}::date then 'BIRTH_FUTURE' end,
      case when char_length(address) > 500 then 'ADDRESS_LONG' end,
      case when char_length(legacy_number) > 40 then 'LEGACY_LONG' end], null) as problems
  from (
    select *, ${birthDay} as born
    from (
      select row_no, array[name, name_bn, phone, email, nid, birth, address, legacy] as raw,
        ${line(sql`name`)} as name, ${line(sql`name_bn`)} as name_bn,
        regexp_replace(${withoutMarks(sql`phone`)}, '^(\\+?880|0)', '') as mobile,
        lower(${line(sql`email`)}) as email, ${withoutMarks(sql`nid`)} as nid,
        nullif(${latinDigits(sql`birth`)}, '') as birth,
        coalesce(nullif(btrim(normalize(${unquoted(sql`address`)}, nfc), E' \\t\\r\\n\\u00A0'), ''), '') as address,
        nullif(${latinDigits(unquoted(sql`legacy`))}, '') as legacy_number
      from import_lines offset 0
    ) t offset 0
  ) b`;
