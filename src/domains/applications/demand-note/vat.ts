/** VAT on what a household is charged before the work: demand notes and work orders. */
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';

/**
 * @param netMinor poisha without VAT
 * @param percent of the settings, as a decimal text
 * @returns poisha, half up
 */
export async function vatOn(db: Db | Tx, netMinor: number, percent: string): Promise<number> {
  const { vat } = await one<{ vat: number }>(
    db,
    sql`select round(${netMinor}::numeric * ${percent}::numeric / 100)::bigint as vat`,
  );
  return vat;
}
