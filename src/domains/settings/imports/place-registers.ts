/** Sectors, roads and metered areas from a file. A file that leaves a name blank leaves it as it is. */
import { z } from 'zod';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { toBengaliDigits } from '#shared/format.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors } from '../contract.ts';
import { dmaBody, roadBody, sectorBody } from '../places/contract.ts';
import type { CellProblem, Cells, Change, Known, Values } from './compare.rules.ts';
import { asJson, type Register, readBy, written } from './register.ts';

const blank = (text: string | undefined) => (text ?? '').trim() === '';
const lower = (text: string) => text.toLowerCase();

const WORDS = {
  sector: { en: 'Sector', bn: 'সেক্টর' },
  road: { en: 'Road', bn: 'রাস্তা' },
  dma: { en: 'Metered area', bn: 'মিটারভুক্ত এলাকা' },
};

/** A new place without a name is called by its number, in both languages. */
function namesOf(
  cells: Cells,
  number: string,
  word: keyof typeof WORDS,
): { name: string; nameBn: string | null } {
  if (!blank(cells.name))
    return { name: cells.name ?? '', nameBn: blank(cells.nameBn) ? null : (cells.nameBn ?? '') };
  const { en, bn } = WORDS[word];
  const latin = toLatinDigits(number).trim();
  return { name: `${en} ${latin}`, nameBn: `${bn} ${toBengaliDigits(latin)}` };
}

const unknown = (row: number, field: string, cells: Cells, code: string): CellProblem[] => [
  { row, field, value: cells[field] ?? '', code, params: {} },
];

type There = { id: string; key: string; now: Values };
const knownOf = (rows: readonly There[]): Known =>
  new Map(rows.map(({ id, key, now }) => [key, { id, now }]));

async function numbersOf(tx: Tx, table: 'sectors' | 'dmas'): Promise<Map<string, string>> {
  const rows = await all<{ number: string }>(tx, sql`select number from ${sql.table(`settings.${table}`)}`);
  return new Map(rows.map(({ number }) => [lower(number), number]));
}

async function save(
  tx: Tx,
  changes: readonly Change[],
  insert: ReturnType<typeof sql>,
  update: ReturnType<typeof sql>,
) {
  const list = (isNew: boolean) => asJson(changes.filter(({ id }) => (id === null) === isNew));
  const run = (statement: typeof insert, json: string) =>
    written(
      tx,
      sql<{ row: number; id: string }>`with list as (
      select * from jsonb_to_recordset(${json}::jsonb) as l ("row" int, id uuid, number text, name text,
        "nameBn" text, dma text, sector text, "routeOrder" int)) ${statement}`,
    );
  return new Map([...(await run(insert, list(true))), ...(await run(update, list(false)))]);
}

export const sectorRegister: Register = {
  lock: sql`lock table settings.sectors in share row exclusive mode`,
  object: 'sector',
  keyColumn: 'number',
  async load(tx) {
    const dmas = await numbersOf(tx, 'dmas');
    const rows = await all<There>(
      tx,
      sql`select s.id, lower(s.number) as key, jsonb_build_object('number', s.number, 'name', s.name, 'nameBn', s.name_bn,
        'dma', d.number) as now from settings.sectors s left join settings.dmas d on d.id = s.dma_id`,
    );
    return {
      known: knownOf(rows),
      read(row, cells) {
        const names = namesOf(cells, cells.number ?? '', 'sector');
        const { data, problems } = readBy(
          sectorBody.omit({ dmaId: true }),
          { ...cells, ...textsOf(names) },
          row,
        );
        const dma = blank(cells.dma) ? undefined : dmas.get(lower((cells.dma ?? '').trim()));
        const bad = [
          ...problems,
          ...(!blank(cells.dma) && !dma ? unknown(row, 'dma', cells, errors.unknown_dma.code) : []),
        ];
        if (!data || bad.length > 0) return bad;
        const { number, name, nameBn } = data;
        return {
          row,
          key: lower(number),
          name: number,
          born: { number, name, nameBn, dma: null },
          stated: { ...statedNames(cells, data), dma },
        };
      },
    };
  },
  save: (tx, _actor, changes) =>
    save(
      tx,
      changes,
      sql`, added as (insert into settings.sectors (number, name, name_bn, dma_id)
          select l.number, l.name, l."nameBn", d.id from list l left join settings.dmas d on lower(d.number) = lower(l.dma)
          order by l."row" returning id, number)
        select l."row", a.id from added a join list l using (number)`,
      sql`, changed as (update settings.sectors s set name = l.name, name_bn = l."nameBn",
          dma_id = (select d.id from settings.dmas d where lower(d.number) = lower(l.dma)), version = s.version + 1
          from list l where l.id = s.id returning l."row", s.id) select "row", id from changed`,
    ),
};

export const roadRegister: Register = {
  lock: sql`lock table settings.roads in share row exclusive mode`,
  object: 'road',
  keyColumn: 'number',
  async load(tx) {
    const sectors = await numbersOf(tx, 'sectors');
    const rows = await all<There>(
      tx,
      sql`select r.id, lower(s.number) || chr(10) || lower(r.number) as key, jsonb_build_object('sector', s.number,
        'number', r.number, 'name', r.name, 'nameBn', r.name_bn, 'routeOrder', r.route_order) as now
        from settings.roads r join settings.sectors s on s.id = r.sector_id`,
    );
    const fields = roadBody.omit({ sectorId: true }).extend({
      sector: roadBody.shape.number,
      routeOrder: z
        .string()
        .transform((text) => Number(toLatinDigits(text).trim() || Number.NaN))
        .pipe(roadBody.shape.routeOrder.removeDefault()),
    });
    return {
      known: knownOf(rows),
      read(row, cells) {
        const names = namesOf(cells, cells.number ?? '', 'road');
        const input = {
          ...cells,
          ...textsOf(names),
          routeOrder: blank(cells.routeOrder) ? '0' : (cells.routeOrder ?? ''),
        };
        const { data, problems } = readBy(fields, input, row);
        if (!data) return problems;
        const sector = sectors.get(lower(data.sector));
        if (!sector) return unknown(row, 'sector', cells, errors.unknown_sector.code);
        const { number, name, nameBn, routeOrder } = data;
        return {
          row,
          key: `${lower(sector)}\n${lower(number)}`,
          name: `${sector} / ${number}`,
          born: { sector, number, name, nameBn, routeOrder },
          stated: {
            ...statedNames(cells, data),
            routeOrder: blank(cells.routeOrder) ? undefined : routeOrder,
          },
        };
      },
    };
  },
  save: (tx, _actor, changes) =>
    save(
      tx,
      changes,
      sql`, added as (insert into settings.roads (sector_id, number, name, name_bn, route_order)
          select s.id, l.number, l.name, l."nameBn", l."routeOrder" from list l
          join settings.sectors s on lower(s.number) = lower(l.sector) order by l."row" returning id, sector_id, number)
        select l."row", a.id from added a join settings.sectors s on s.id = a.sector_id
          join list l on l.number = a.number and lower(l.sector) = lower(s.number)`,
      sql`, changed as (update settings.roads r set name = l.name, name_bn = l."nameBn", route_order = l."routeOrder",
          version = r.version + 1 from list l where l.id = r.id returning l."row", r.id) select "row", id from changed`,
    ),
};

export const dmaRegister: Register = {
  lock: sql`lock table settings.dmas in share row exclusive mode`,
  object: 'dma',
  keyColumn: 'number',
  async load(tx) {
    const rows = await all<There>(
      tx,
      sql`select id, lower(number) as key, jsonb_build_object('number', number, 'name', name, 'nameBn', name_bn) as now
        from settings.dmas`,
    );
    return {
      known: knownOf(rows),
      read(row, cells) {
        const names = namesOf(cells, cells.number ?? '', 'dma');
        const { data, problems } = readBy(dmaBody, { ...cells, ...textsOf(names) }, row);
        if (!data) return problems;
        const { number, name, nameBn } = data;
        return {
          row,
          key: lower(number),
          name: number,
          born: { number, name, nameBn },
          stated: statedNames(cells, data),
        };
      },
    };
  },
  save: (tx, _actor, changes) =>
    save(
      tx,
      changes,
      sql`, added as (insert into settings.dmas (number, name, name_bn)
          select number, name, "nameBn" from list order by "row" returning id, number)
        select l."row", a.id from added a join list l using (number)`,
      sql`, changed as (update settings.dmas d set name = l.name, name_bn = l."nameBn", version = d.version + 1
          from list l where l.id = d.id returning l."row", d.id) select "row", id from changed`,
    ),
};

const textsOf = ({ name, nameBn }: { name: string; nameBn: string | null }) => ({
  name,
  nameBn: nameBn ?? '',
});

const statedNames = (cells: Cells, { name, nameBn }: { name: string; nameBn: string | null }) => ({
  name: blank(cells.name) ? undefined : name,
  nameBn: blank(cells.nameBn) ? undefined : nameBn,
});
