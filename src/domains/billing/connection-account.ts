/**
 * What a connection owes and what is kept for it, as a person sees it before it is closed. After it changed hands that is what its owner
 * still pays: what a new one took over is theirs.
 */
import type { ConnectionAccount } from '#domains/meters/points.ts';
import { one, sql } from '#platform/database/db.ts';
import { advanceOf } from './invoices/advances-left.ts';
import { ownOpenOf } from './invoices/taken-over.ts';

export const accountOfConnection: ConnectionAccount = (db, connectionId) =>
  one(
    db,
    sql`select count(*) filter (where own.open_minor > 0) as "openBills", coalesce(sum(own.open_minor), 0)::bigint as "openMinor",
        ${advanceOf(sql`${connectionId}::uuid`)} as "advanceMinor"
      from billing.invoices i cross join lateral (select ${ownOpenOf('i')} as open_minor) own
      where i.connection_id = ${connectionId} and i.cancelled_on is null and i.settled_minor < i.total_minor`,
  );
