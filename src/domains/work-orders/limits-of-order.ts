/** Up to what the labour and the lost water of an order are usual, by the settings, its estimate, its pipe and its hours. */
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { type Known, type Limits, limitsFrom } from './unusual.rules.ts';

/** @param until the completion */
export async function limitsOf(db: Db | Tx, orderId: string, until: Date): Promise<Limits> {
  const { completion } = await readSettings(db);
  const known = await one<Known>(
    db,
    sql`select o.labour_minor as "estimatedMinor", c.pipe_size_mm as "pipeSizeMm",
        (extract(epoch from ${until}::timestamptz - o.asked_at) / 3600)::float8 as hours
      from work_orders.orders o left join meters.connections c on c.id = o.connection_id where o.id = ${orderId}`,
  );
  return limitsFrom(completion, known);
}
