/** Materials from a file. Another rate counts from its day on; one in force is never changed. */
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { dayOf, isoDay, latinDigits } from '#platform/imports/text-sql.ts';
import { fail } from '#shared/errors.ts';
import { parseTaka } from '#shared/money.ts';
import { errors } from '../contract.ts';
import { setRates } from '../materials/actions/plan-rate.ts';
import { materialBody } from '../materials/contract.ts';
import type { PlaceUse } from '../places/uses.ts';
import type { CellProblem, Cells, Change, Values } from './compare.rules.ts';
import { asJson, type Loaded, type Register, readBy, written } from './register.ts';

type There = {
  id: string;
  key: string;
  now: Values;
  rates: { effectiveFrom: string; rateMinor: number }[];
  /** How often something counts in its unit, by what it is. */
  uses: Record<string, number>;
};

const blank = (text: string | undefined) => (text ?? '').trim() === '';
const taka = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

const YES = /^(yes|y|true|1|in use|active|হ্যাঁ|ব্যবহৃত|সক্রিয়)$/i;
const NO = /^(no|n|false|0|not in use|inactive|না|অব্যবহৃত|নিষ্ক্রিয়)$/i;
const KINDS: [RegExp, 'FIXED' | 'EXTRA'][] = [
  [/^(fixed|নির্ধারিত)$/i, 'FIXED'],
  [/^(extra|অতিরিক্ত)$/i, 'EXTRA'],
];

/** Days as people write them, read by the database's own rules, all texts at once. */
async function daysOf(tx: Tx, texts: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await all<{ text: string; day: string | null }>(
    tx,
    sql`select text, ${dayOf(sql`iso`)}::text as day from (
      select text, ${isoDay(sql`t`)} as iso from (
        select text, ${latinDigits(sql`text`)} as t from unnest(${texts}::text[]) text) a) b`,
  );
  return new Map(rows.map(({ text, day }) => [text, day]));
}

export async function readDays(tx: Tx, cells: readonly Cells[]): Promise<Map<string, string | null>> {
  return daysOf(tx, [...new Set(cells.map(({ effectiveFrom = '' }) => effectiveFrom))]);
}

type Read = { row: number; cells: Cells; today: string; days: ReadonlyMap<string, string | null> };

/** Of the material `m`. */
function countsOf(uses: readonly PlaceUse[]): Sql {
  const counted = uses.flatMap(({ what, count }) => {
    const expression = count('material', sql`m.id`);
    return expression ? [sql`${sql.lit(what)}::text, ${expression}`] : [];
  });
  return sql`jsonb_build_object(${sql.join(counted)})`;
}

/** What the cells say apart from the rate; problems by the words of the form. */
function fieldsOf({ row, cells }: Read, there: There | undefined) {
  const problem = (field: string, code: string): CellProblem => ({
    row,
    field,
    value: cells[field] ?? '',
    code,
    params: {},
  });
  const active = YES.test(cells.active ?? '') ? true : NO.test(cells.active ?? '') ? false : undefined;
  const known = there?.now;
  const input = {
    nameEn: cells.nameEn ?? '',
    nameBn: blank(cells.nameBn) ? String(known?.nameBn ?? '') : (cells.nameBn ?? ''),
    unit: blank(cells.unit) ? String(known?.unit ?? '') : (cells.unit ?? ''),
    defaultQuantity: blank(cells.defaultQuantity)
      ? String(known?.defaultQuantity ?? '1')
      : (cells.defaultQuantity ?? ''),
  };
  const schema = materialBody.pick({ nameEn: true, nameBn: true, unit: true, defaultQuantity: true });
  const { data, problems } = readBy(schema, input, row);
  const bad = [...problems];
  if (!blank(cells.active) && active === undefined)
    bad.push(problem('active', errors.import_type_wrong.code));
  return { data, bad, active, problem };
}

/** The rate that the cells set, undefined if they set none, and the one that counts on its day until then. */
function rateOf({ cells, today, days }: Read, there: There | undefined) {
  if (blank(cells.rate)) return there ? {} : { field: 'rate', code: 'common.required' };
  const minor = parseTaka(cells.rate ?? '');
  if (minor === undefined || minor < 0) return { field: 'rate', code: errors.import_number_wrong.code };
  const from = blank(cells.effectiveFrom) ? today : days.get(cells.effectiveFrom ?? '');
  if (!from) return { field: 'effectiveFrom', code: errors.import_day_wrong.code };
  const set = { rate: taka(minor), effectiveFrom: from };
  if (!there) return { set, was: undefined };
  // The newest first.
  const counting = there.rates.find((rate) => rate.effectiveFrom <= from);
  if (counting?.rateMinor === minor) return {};
  if (from < today) return { field: 'effectiveFrom', code: errors.rate_in_past.code };
  if (counting?.effectiveFrom === from && from <= today) {
    return { field: 'effectiveFrom', code: errors.rate_in_force.code };
  }
  const was = counting && { rate: taka(counting.rateMinor), effectiveFrom: counting.effectiveFrom };
  return { set, was };
}

/** Of the changes that set a rate. @param ids of the materials by row */
function ratesOf(changes: readonly Change[], ids: ReadonlyMap<number, string>) {
  return changes.flatMap(({ row, after: { rate, effectiveFrom } }) => {
    const rateMinor = parseTaka(String(rate ?? ''));
    return rateMinor === undefined
      ? []
      : [{ id: ids.get(row) ?? '', effectiveFrom: String(effectiveFrom), rateMinor }];
  });
}

export const materialRegister: Register = {
  // Who sets a rate by hand has the row of the material locked: this mode waits for that, and is waited for.
  lock: sql`lock table settings.materials in exclusive mode`,
  object: 'material',
  keyColumn: 'nameEn',
  async load(tx: Tx, actor: Actor, cells: readonly Cells[], uses: readonly PlaceUse[]): Promise<Loaded> {
    const rows = await all<There>(
      tx,
      sql`select m.id, m.type || chr(10) || lower(m.name_en) as key, jsonb_build_object('type', m.type, 'nameEn', m.name_en,
          'nameBn', m.name_bn, 'unit', m.unit, 'defaultQuantity', trim_scale(m.default_quantity)::text, 'active', m.active) as now,
        coalesce((select jsonb_agg(jsonb_build_object('effectiveFrom', t.effective_from, 'rateMinor', t.rate_minor)
          order by t.effective_from desc) from settings.material_rates t where t.material_id = m.id), '[]') as rates, ${countsOf(uses)} as uses
        from settings.materials m`,
    );
    const there = new Map(rows.map((row) => [row.key, row]));
    const days = await readDays(tx, cells);
    return {
      known: new Map(rows.map(({ id, key, now }) => [key, { id, now }])),
      read(row, given) {
        const type = KINDS.find(([like]) => like.test((given.type ?? '').trim()))?.[1];
        if (!type) {
          return [
            { row, field: 'type', value: given.type ?? '', code: errors.import_type_wrong.code, params: {} },
          ];
        }
        const key = `${type}\n${(given.nameEn ?? '').normalize('NFC').trim().toLowerCase()}`;
        const known = there.get(key);
        const line = { row, cells: given, today: actor.today, days };
        const { data, bad, active, problem } = fieldsOf(line, known);
        const rate = rateOf(line, known);
        if (rate.code) bad.push(problem(rate.field, rate.code));
        // Another unit is another material, as in its form.
        const isUsed = known && Object.values(known.uses).some((count) => count > 0);
        if (isUsed && data && data.unit !== known.now.unit)
          bad.push({ ...problem('unit', errors.unit_still_used.code), params: known.uses });
        if (!data || bad.length > 0) return bad;
        const { nameEn, ...fields } = data;
        return {
          row,
          key,
          name: nameEn,
          born: { type, nameEn, active: true },
          stated: { ...fields, active, ...rate.set },
          was: rate.was,
        };
      },
    };
  },
  async save(tx: Tx, actor: Actor, changes: readonly Change[]) {
    const list = (isNew: boolean) => sql`jsonb_to_recordset(${asJson(
      changes.filter(({ id }) => (id === null) === isNew),
    )}::jsonb) as l ("row" int, id uuid, type text, "nameEn" text, "nameBn" text, unit text, "defaultQuantity" numeric,
      active boolean)`;
    const added = await written(
      tx,
      sql`with list as (select * from ${list(true)}), added as (
          insert into settings.materials (type, name_en, name_bn, unit, default_quantity, active, position)
          select type, "nameEn", "nameBn", unit, "defaultQuantity", active,
            (select coalesce(max(m.position), 0) from settings.materials m where m.type = l.type)
              + row_number() over (partition by type order by "row")
          from list l returning id, type, name_en
        )
        select l."row", a.id from added a join list l on l.type = a.type and l."nameEn" = a.name_en`,
    );
    const changed = await written(
      tx,
      sql`update settings.materials m set name_bn = l."nameBn", unit = l.unit, default_quantity = l."defaultQuantity",
          active = l.active, version = m.version + 1
        from ${list(false)} where l.id = m.id returning l."row", m.id`,
    );
    const ids = new Map([...added, ...changed]);
    if (!(await setRates(tx, actor, ratesOf(changes, ids)))) throw fail(errors.import_outdated);
    return ids;
  },
};
