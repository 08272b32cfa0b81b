/** Which bills of a run a print has, in which order and language, and in which file. */
import { roads } from '#domains/meters/readings/queries.ts';
import { type Language, type SpeakerRow, speakerColumns, speakerOf } from '#domains/settings/speaker.ts';
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type Households, PART_BILLS } from './print.rules.ts';

export type Asked = {
  runId: string;
  sectorId?: string | null | undefined;
  roadId?: string | null | undefined;
  households: Households;
};

/** In which language each household gets its paper: its own, if the website offers it; else the utility's. */
export type Spoken = Record<Language | 'own', Language>;

export async function spokenLanguages(db: Db | Tx): Promise<Spoken> {
  const row = await one<SpeakerRow>(db, sql`select ${speakerColumns}`);
  const of = (wanted: Language | null) => speakerOf(row, wanted).language;
  return { en: of('en'), bn: of('bn'), own: of(null) };
}

/** Over invoices with this alias: a credit note or a supplementary bill says that the bill is wrong. */
export const isCorrected = (invoice: string): Sql =>
  sql`exists (select from billing.adjustments x where x.invoice_id = ${sql.ref(`${invoice}.id`)})`;

/** Why an invoice with this alias is not printed; null if it is. */
export const leftOutReason = (invoice: string): Sql =>
  sql`case when ${sql.ref(`${invoice}.cancelled_on`)} is not null then 'CANCELLED' when ${isCorrected(invoice)} then 'CORRECTED' end`;

/**
 * SELECT of the bills that were asked for: id, number, total_minor, road_id, sector_id, sector_number, road_number, language,
 * reason; those without a reason with part_no, piece, pieces and place. The order is that of the route sheets: the reader's way,
 * then along the road.
 */
export function chosenBills({ runId, sectorId, roadId, households }: Asked, spoken: Spoken): Sql {
  const bills = sql`select i.id, i.number, i.total_minor, d.id as road_id, d.way, d.sector_id, d.sector_number, d.number as road_number,
      case a.language when 'en' then ${spoken.en} when 'bn' then ${spoken.bn} else ${spoken.own} end as language,
      ${leftOutReason('i')} as reason, c.route_order, c.id as connection_id
    from billing.invoices i join meters.connections c on c.id = i.connection_id join ${roads} d on d.id = c.road_id
    left join lateral (select u.language from identity.users u
      where u.consumer_id = i.consumer_id and u.status = 'active' order by u.id limit 1) a on true
    where i.run_id = ${runId} and (${sectorId ?? null}::uuid is null or d.sector_id = ${sectorId ?? null}::uuid)
      and (${roadId ?? null}::uuid is null or d.id = ${roadId ?? null}::uuid)
      and (${households} = 'ALL' or a.language is null)`;
  const along = sql`select b.*, row_number() over (partition by road_id, reason is null order by route_order, connection_id, number)::int - 1 as nth,
      count(*) over (partition by road_id, reason is null)::int as of_road
    from (${bills}) b`;
  return sql`select w.*, nth / ${PART_BILLS}::int + 1 as piece, (of_road + ${PART_BILLS}::int - 1) / ${PART_BILLS}::int as pieces,
      nth % ${PART_BILLS}::int + 1 as place,
      case when reason is null then dense_rank() over (order by reason is not null, way, nth / ${PART_BILLS}::int)::int end as part_no
    from (${along}) w`;
}
