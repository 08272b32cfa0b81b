/** What a payment is for: a connection's bills or a demand note that the actor may pay. */
import { isConsumer } from '#domains/consumers/queries.ts';
import { errors as meterErrors } from '#domains/meters/contract.ts';
import { lockRightToPay } from '#domains/meters/sharing/actions/lock-right.ts';
import type { Actor } from '#platform/actor.ts';
import { first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { PaymentSource } from './payment.rules.ts';

export type Target = {
  source: PaymentSource;
  consumerId: string | null;
  /** Who pays for a connection that is shared with them. */
  payerId?: string;
  connectionId?: string;
  applicationId?: string;
  demandNoteId?: string;
};

/** A connection, as what is paid: any one for staff, of consumers their own or one that is shared with the right to pay. */
export async function connectionTarget(tx: Tx, actor: Actor, connectionId: string): Promise<Target> {
  const connection = await first<{ consumerId: string; isOwn: boolean }>(
    tx,
    sql`select p.consumer_id as "consumerId", ${isOwn(actor)} as "isOwn" from meters.connections p
      where p.id = ${connectionId}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  const { consumerId } = connection;
  if (connection.isOwn) return { source: 'INVOICE', connectionId, consumerId };
  const right = await lockRightToPay(tx, actor, connectionId);
  if (!right) throw fail(commonErrors.not_found);
  if (!right.mayPay) throw fail(meterErrors.access_without_paying);
  return { source: 'INVOICE', connectionId, consumerId, payerId: String(actor.consumerId) };
}

/** Of what is paid, `p`. */
const isOwn = (actor: Actor): Sql =>
  actor.kind === 'consumer' ? isConsumer(sql`p.consumer_id`, actor.consumerId) : sql`true`;

/** The demand note in force of an application that the actor may see, as what is paid. */
export async function noteTarget(tx: Tx, actor: Actor, applicationId: string): Promise<Target> {
  const note = await first<{ id: string; consumerId: string | null }>(
    tx,
    sql`select n.id, p.consumer_id as "consumerId"
      from applications.applications p join applications.demand_notes n on n.application_id = p.id and n.cancelled_at is null
      where p.id = ${applicationId} and p.deleted_at is null and ${isOwn(actor)}`,
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
