/** Somebody of a household says by which day it pays. It is written down and shown beside what is due; it holds nothing. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, MOST_DAYS_OF_PROMISE } from '../contract.ts';

type Promised = { connectionId: string; promisedOn: string; remark: string };

export async function notePromise(
  tx: Tx,
  actor: Actor,
  { connectionId, promisedOn, remark }: Promised,
): Promise<{ id: string; promisedOn: string }> {
  const { known } = await one<{ known: boolean }>(
    tx,
    sql`select exists (select from meters.connections where id = ${connectionId}) as known`,
  );
  if (!known) throw fail(commonErrors.not_found);
  if (promisedOn < actor.today) throw fail(errors.promise_past);
  const last = addDays(actor.today, MOST_DAYS_OF_PROMISE);
  if (promisedOn > last) throw fail(errors.promise_far, { day: last });
  const noted = await first<{ id: string }>(
    tx,
    sql`insert into collections.promises (connection_id, promised_on, remark, noted_by, noted_by_name, noted_at, noted_on)
      select ${connectionId}, ${promisedOn}, ${remark}, ${actor.userId}, ${actor.name}, ${actor.now}, ${actor.today}
      where exists (select from billing.invoices i where i.connection_id = ${connectionId} and i.cancelled_on is null
        and i.settled_minor < i.total_minor) returning id`,
  );
  if (!noted) throw fail(errors.nothing_open);
  await audit(tx, actor, {
    action: 'promise.note',
    object: 'connection',
    objectId: connectionId,
    after: { promisedOn },
    reason: remark,
  });
  return { id: noted.id, promisedOn };
}
