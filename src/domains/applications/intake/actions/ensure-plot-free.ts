/** One plot, one connection, unless staff say why not. Two applications for one plot take turns by a lock on it. */
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { OPEN_STATES } from '../../application.rules.ts';
import { errors } from '../../contract.ts';

type Plot = { applicationId: string; roadId: string; plotNumber: string };

/** A household is not told which connection it is: that is another household's. */
export async function ensurePlotFree(tx: Tx, actor: Pick<Actor, 'kind'>, plot: Plot): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`plot ${plot.roadId} `}::text || platform.plot_key(${plot.plotNumber}::text), 0))`,
  );
  const taken = await first<{ number: string }>(
    tx,
    sql`select c.number from meters.connections c
      where c.road_id = ${plot.roadId} and platform.plot_key(c.plot_number) = platform.plot_key(${plot.plotNumber}::text) and c.status <> 'closed'
      union all
      select a.number from applications.applications a
      where a.road_id = ${plot.roadId} and platform.plot_key(a.plot_number) = platform.plot_key(${plot.plotNumber}::text)
        and a.state = any(${OPEN_STATES}::text[]) and a.deleted_at is null and a.id <> ${plot.applicationId}
      limit 1`,
  );
  if (!taken) return;
  if (actor.kind === 'consumer') throw fail(errors.plot_has_other, { plot: plot.plotNumber });
  throw fail(errors.plot_taken, { plot: plot.plotNumber, number: taken.number });
}
