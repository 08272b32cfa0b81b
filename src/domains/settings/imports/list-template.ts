/** A register as a file to change and to import again: what is there, under the titles that the import reads. */
import type { Actor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import type { ExportOrder } from '#platform/exports/send-export.ts';
import type { ListKind } from './contract.ts';
import { titlesOf } from './titles.rules.ts';

type Wanted = { kind: ListKind; format: 'csv' | 'xlsx'; language: 'en' | 'bn' };

const TITLES: Record<ListKind, Record<'en' | 'bn', string>> = {
  sectors: { en: 'Sectors to import', bn: 'সেক্টরের তালিকা' },
  roads: { en: 'Roads to import', bn: 'রাস্তার তালিকা' },
  dmas: { en: 'Metered areas to import', bn: 'মিটারভুক্ত এলাকার তালিকা' },
  materials: { en: 'Materials to import', bn: 'মালামালের তালিকা' },
};

const rowsOf = (kind: ListKind, today: string): Sql<Record<string, unknown>> => {
  switch (kind) {
    case 'sectors':
      return sql`select s.number, s.name, s.name_bn as "nameBn", d.number as dma from settings.sectors s
        left join settings.dmas d on d.id = s.dma_id order by s.number collate platform.natural`;
    case 'roads':
      return sql`select s.number as sector, r.number, r.name, r.name_bn as "nameBn", r.route_order::text as "routeOrder"
        from settings.roads r join settings.sectors s on s.id = r.sector_id
        order by s.number collate platform.natural, r.number collate platform.natural`;
    case 'dmas':
      return sql`select number, name, name_bn as "nameBn" from settings.dmas order by number collate platform.natural`;
    case 'materials':
      return sql`select m.type, m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
          (settings.material_rate(m.id, ${today}::date) / 100.0)::numeric(14, 2)::text as rate,
          (select max(t.effective_from)::text from settings.material_rates t
            where t.material_id = m.id and t.effective_from <= ${today}::date) as "effectiveFrom",
          trim_scale(m.default_quantity)::text as "defaultQuantity", case when m.active then 'yes' else 'no' end as active
        from settings.materials m order by m.type desc, m.position, m.name_en collate "bn-x-icu"`;
  }
};

export function listTemplate(clock: Clock, actor: Actor, { kind, format, language }: Wanted): ExportOrder {
  return {
    format,
    name: `${kind}-to-import`,
    columns: titlesOf(kind).map(({ column, title }) => ({ key: column, title, kind: 'text' })),
    query: rowsOf(kind, actor.today),
    header: { title: TITLES[kind][language], filters: [], user: actor.name, at: actor.now },
    language: { language, bengaliDigits: false, timeZone: clock.timeZone },
  };
}
