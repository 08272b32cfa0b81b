/** What a payment is for: a connection's bills or a demand note that the actor may see. */
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { PaymentSource } from './payment.rules.ts';
import { visibleTo } from './queries.ts';

export type Target = {
  source: PaymentSource;
  consumerId: string | null;
  connectionId?: string;
  applicationId?: string;
  demandNoteId?: string;
};

/** A connection that the actor may see, as what is paid. */
export async function connectionTarget(tx: Tx, actor: Actor, connectionId: string): Promise<Target> {
  const connection = await first<{ consumerId: string }>(
    tx,
    sql`select p.consumer_id as "consumerId" from meters.connections p
      where p.id = ${connectionId} and ${visibleTo(actor)}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  return { source: 'INVOICE', connectionId, consumerId: connection.consumerId };
}

/** The demand note in force of an application that the actor may see, as what is paid. */
export async function noteTarget(tx: Tx, actor: Actor, applicationId: string): Promise<Target> {
  const note = await first<{ id: string; consumerId: string | null }>(
    tx,
    sql`select n.id, p.consumer_id as "consumerId"
      from applications.applications p join applications.demand_notes n on n.application_id = p.id and n.cancelled_at is null
      where p.id = ${applicationId} and p.deleted_at is null and ${visibleTo(actor)}`,
  );
  if (!note) throw fail(commonErrors.not_found);
  return {
    source: 'APPLICATION_SURVEY',
    applicationId,
    demandNoteId: note.id,
    consumerId: note.consumerId,
  };
}

/** The day from which money can have come for it. */
export const firstDayOf = (target: Pick<Target, 'connectionId' | 'demandNoteId'>): Sql =>
  target.connectionId
    ? sql`(select connected_on from meters.connections where id = ${target.connectionId})`
    : sql`(select issued_on from applications.demand_notes where id = ${target.demandNoteId ?? null}::uuid)`;
