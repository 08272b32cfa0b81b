/** Questions about materials and what they cost on a day. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Material, MaterialRates, MaterialType } from './contract.ts';

/** Columns of a material `m` with its rate of a day. */
function columnsOn(day: string): Sql {
  return sql`m.id, m.type, m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
    trim_scale(m.default_quantity)::text as "defaultQuantity", m.active, m.position,
    settings.material_rate(m.id, ${day}::date) as "rateMinor",
    (select max(t.effective_from) from settings.material_rates t
      where t.material_id = m.id and t.effective_from <= ${day}::date) as "rateFrom",
    coalesce((select jsonb_agg(jsonb_build_object('effectiveFrom', t.effective_from, 'rateMinor', t.rate_minor)
        order by t.effective_from desc)
      from settings.material_rates t where t.material_id = m.id), '[]') as rates,
    m.version`;
}

type Filter = {
  type?: MaterialType | undefined;
  active?: boolean | undefined;
  search?: string | undefined;
};

/** The materials that were asked for, with the rates of the actor's day. */
export function materialList(actor: Actor, query: Filter): ListQuery {
  const type = query.type ?? null;
  const active = query.active ?? null;
  const searched = query.search
    ? sql`settings.place_search(m.name_en, m.name_bn, m.unit)
        like ${containing(toLatinDigits(query.search).toLowerCase())}`
    : sql`true`;
  return {
    rows: sql`select ${columnsOn(actor.today)} from settings.materials m
      where (${type}::text is null or m.type = ${type}) and (${active}::boolean is null or m.active = ${active})
        and ${searched}`,
    sorts: {
      position: sql`position`,
      nameEn: sql`"nameEn" collate "bn-x-icu"`,
      nameBn: sql`"nameBn" collate "bn-x-icu"`,
      rateMinor: sql`"rateMinor"`,
    },
    tieBreak: sql`"nameEn" collate "bn-x-icu", id`,
  };
}

/** A page of materials. */
export function listMaterials(db: Db | Tx, actor: Actor, query: Paging & Filter): Promise<Page<Material>> {
  return listPage(db, query, materialList(actor, query));
}

/** One material with its rate of a day; refuses an unknown id. */
export async function getMaterial(db: Db | Tx, id: string, day: string): Promise<Material> {
  const material = await first<Material>(
    db,
    sql`select ${columnsOn(day)} from settings.materials m where m.id = ${id}`,
  );
  if (!material) throw fail(commonErrors.not_found);
  return material;
}

/** Every rate of a material with the days it counts. */
export async function materialRates(db: Db | Tx, id: string, today: string): Promise<MaterialRates> {
  const material = await getMaterial(db, id, today);
  const rates = await all<MaterialRates['rates'][number]>(
    db,
    sql`select effective_from as "effectiveFrom", rate_minor as "rateMinor", set_by_name as "setBy", set_at as "setAt",
        (lead(effective_from) over (order by effective_from)) - 1 as until,
        case when effective_from > ${today}::date then 'PLANNED'
          when effective_from = ${material.rateFrom}::date then 'IN_FORCE' else 'PAST' end as state
      from settings.material_rates where material_id = ${id} order by effective_from desc`,
  );
  return { material, rates };
}
