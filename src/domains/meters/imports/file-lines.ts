/**
 * What the texts of a file mean, as SQL over the temporary table `import_lines`: Bengali digits, thousands marks,
 * m³ or litres, months and days in the usual ways of writing. Texts that repeat (months, days) are read once.
 */
import { type Sql, sql } from '#platform/database/db.ts';
import { dayOf, isoDay, latinDigits } from '#platform/imports/text-sql.ts';
import { platedAlike } from '../by-number.ts';
import type { Mapping } from './contract.ts';

export const LINES_TABLE = sql`create temporary table import_lines
  (row_no int not null, meter text, register text, month text, day text, remark text) on commit drop`;
export const LINES_TARGET = 'pg_temp.import_lines (row_no, meter, register, month, day, remark)';

/** 1234, 1234.5, 1,234.5 and 1,23,456: up to three decimals, which are litres. A comma is never a decimal sign: 0,500 is no figure. */
const IN_GROUPS = String.raw`[1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})*,\d{3}`;
const CUBIC_METRES = String.raw`^(\d{1,9}|${IN_GROUPS})(\.\d{1,3}0*)?$`;
const LITRES = String.raw`^(\d{1,12}|${IN_GROUPS})(\.0+)?$`;

const MONTHS_EN = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTHS_BN = [
  ...[
    'জানুয়ারি',
    'ফেব্রুয়ারি',
    'মার্চ',
    'এপ্রিল',
    'মে',
    'জুন',
    'জুলাই',
    'আগস্ট',
    'সেপ্টেম্বর',
    'অক্টোবর',
    'নভেম্বর',
    'ডিসেম্বর',
  ],
].map((name) => name.normalize('NFC'));

/** Every text of the month and day columns with the day it names, within twenty years; `whole`: a month only. */
export const calendarTable = (today: string) => sql`create temporary table import_calendar on commit drop as
  select text, whole, case when abs(v.day - ${today}::date) < 20 * 365 then v.day end as day
  from (
    select text, t !~ '^\\d{4}[-/.]\\d{1,2}[-/.]\\d|^\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}' as whole, coalesce(${isoDay(sql`t`)}, case
      when t ~ '^\\d{4}[-/.]\\d{1,2}$' then regexp_replace(t, '^(\\d{4})[-/.](\\d{1,2})$', '\\1-\\2-01')
      when t ~ '^\\d{1,2}[-/.]\\d{4}$' then regexp_replace(t, '^(\\d{1,2})[-/.](\\d{4})$', '\\2-\\1-01')
      when t ~ '^\\D{2,}[ ,-]+\\d{4}$' then (
        select substring(t from '\\d{4}$') || '-' || coalesce(array_position(${sql.val(MONTHS_EN)}::text[], left(lower(t), 3)),
          array_position(${sql.val(MONTHS_BN)}::text[], normalize(substring(t from '^[^ ,\\d-]+'), NFC))) || '-01') end) as iso
    from (
      select text, ${latinDigits(sql`text`)} as t from (select month as text from import_lines union select day from import_lines) a
      where text is not null
    ) b
  ) c
  cross join lateral (select ${dayOf(sql`iso`)} as day) v`;

/** First and last month that the file names; both null if it names none. */
export const fileSpan = (mapping: Mapping): Sql<Record<'from' | 'to', string | null>> =>
  sql`select min(month) as from, max(month) as to from (
    select date_trunc('month', day)::date as month from import_calendar
    union all select ${mapping.period}::date) m`;

/** The lines as placeLines wants them. A month without a day is read on its last one, this month's today. */
export function fileLines(mapping: Mapping, today: string): Sql {
  const pattern = mapping.unit === 'm3' ? CUBIC_METRES : LITRES;
  const factor = mapping.unit === 'm3' ? 1000 : 1;
  return sql`select l.row_no as row_key, coalesce(m.id, alike.id) as meter_id, l.period,
      coalesce(l.day_read, case when l.period <= ${today}::date then least(l.month_end, ${today}::date) else l.month_end end)
        as read_on,
      case when l.is_number then (replace(l.amount, ',', '')::numeric * ${factor}::int)::bigint end as register_litres,
      case when coalesce(l.number, '') = '' then 'NO_METER'
        when l.month is not null and l.month_read is null then 'BAD_MONTH'
        when l.day is not null and (l.day_read is null or l.whole) then 'BAD_DAY'
        when l.period is null then 'NO_MONTH'
        when coalesce(l.amount, '') = '' then 'NO_NUMBER'
        when not l.is_number then 'BAD_NUMBER' end as problem
    from (
      select t.*, t.amount ~ ${pattern} as is_number, p.day as month_read, d.day as day_read, d.whole, x.period,
        (x.period + interval '1 month' - interval '1 day')::date as month_end
      from (
        select row_no, month, day, upper(${latinDigits(sql`meter`)} collate "C") as number, ${latinDigits(sql`register`)} as amount
        from import_lines offset 0
      ) t
      left join import_calendar p on p.text = t.month
      left join import_calendar d on d.text = t.day
      cross join lateral (
        select coalesce(date_trunc('month', coalesce(p.day, d.day))::date, ${mapping.period}::date) as period
      ) x
      offset 0
    ) l
    left join meters.meters m on m.number = l.number
    left join lateral (select k.id from (${platedAlike(sql`l.number`)}) k where m.id is null offset 0) alike on true`;
}
