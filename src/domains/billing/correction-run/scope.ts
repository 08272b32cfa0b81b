/** Which bills a correction run is about: those of its category with a day on which its version counts. */
import { type Db, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

export type CorrectionOf = {
  runId: string;
  versionId: string;
  category: string;
  /** The first day of the version. */
  from: string;
  /** The first day of the next approved version; null: there is none. */
  until: string | null;
};

/** What a correction run brings in force, and for which days. */
export function correctionOf(db: Db | Tx, runId: string): Promise<CorrectionOf> {
  return one(
    db,
    sql<CorrectionOf>`select r.id as "runId", v.id as "versionId", v.category, v.effective_from as from,
        (select min(n.effective_from) from billing.tariff_versions n
          where n.state = 'APPROVED' and n.category = v.category and n.effective_from > v.effective_from) as until
      from billing.bill_runs r join billing.tariff_versions v on v.id = r.tariff_version_id where r.id = ${runId}`,
  );
}

/**
 * Condition over invoices `i`, by the days that they cover (`billing.billed_until`), not by a period that is stretched to whole
 * months; comparing `period_to` first spares the others the look at their connection. A bill that was made by the version, or was corrected to it, is not concerned: what one
 * run holds, another run of the same version can correct later.
 */
export function isConcerned({ versionId, category, from, until }: CorrectionOf): Sql {
  return sql`i.cancelled_on is null and i.adjusts_id is null and i.period_to > ${from}::date
    and (select least(i.period_to, c.disconnected_on) > ${from}::date
        and (${until}::date is null or greatest(i.period_from, c.connected_on) < ${until}::date)
      from meters.connections c where c.id = i.connection_id)
    and (i.categories is not null or (select t.category from billing.tariff_versions t where t.id = i.tariff_version_id) = ${category})
    and (i.categories is null or exists (select from jsonb_to_recordset(i.categories) as k (category text, "from" date, until date)
      where k.category = ${category} and k.until > ${from}::date and (${until}::date is null or k.from < ${until}::date)))
    and not exists (select from billing.adjustments a where a.invoice_id = i.id and a.tariff_version_id = ${versionId}::uuid)
    and not exists (select from json_array_elements(i.explanation) e where e ->> 'version' = ${versionId})`;
}

/** Select of the ids of the connections of these bills. */
export const correctedConnections = (correction: CorrectionOf): Sql =>
  sql`select distinct i.connection_id as id from billing.invoices i where ${isConcerned(correction)}`;
