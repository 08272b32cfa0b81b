/** Adding, changing and deleting consumers of the register. */
import { setAccountStatus } from '#domains/identity/actions/change-consumer-account.ts';
import { everHadAccount } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { keepPhoneBefore } from '../code-phone.ts';
import { type ConsumerParts, holdingsOf } from '../consumer-parts.ts';
import { type Consumer, type ConsumerFields, errors, type Holding } from '../contract.ts';
import { getConsumer } from '../queries.ts';
import { createConsumer } from './register-consumer.ts';
import { tellPhones } from './tell-phones.ts';

export async function addConsumer(tx: Tx, actor: Actor, input: ConsumerFields): Promise<Consumer> {
  const { id } = await createConsumer(tx, actor, input);
  return getConsumer(tx, actor, id);
}

type Change = ConsumerFields & {
  id: string;
  version: number;
  status?: 'active' | 'inactive' | undefined;
  reason?: string | undefined;
};

/** A change of the status says why and takes the consumer's account along. */
export async function editConsumer(tx: Tx, actor: Actor, input: Change): Promise<Consumer> {
  if (input.dateOfBirth && input.dateOfBirth >= actor.today) throw fail(errors.born_in_future);
  const before = await getConsumer(tx, actor, input.id);
  if (before.status === 'merged') throw fail(errors.merged);
  const { id, version, reason, status = before.status, ...fields } = input;
  const isMoved = status !== before.status;
  if (isMoved && !reason) throw fail(errors.reason_missing);
  const changed = await first(
    tx,
    sql`update consumers.consumers c set name = ${fields.name}, name_bn = ${fields.nameBn}, phone = ${fields.phone},
        email = ${fields.email}, nid = ${fields.nid}, date_of_birth = ${fields.dateOfBirth}::date,
        address = ${fields.address}, status = ${status},
        status_reason = case when ${isMoved}::boolean then ${reason ?? null} else status_reason end, version = version + 1,
        ${keepPhoneBefore(sql`c`, sql`${fields.phone}::text`, actor.now)}
      where id = ${id} and version = ${version} and status <> 'merged' returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  if (isMoved) await setAccountStatus(tx, actor, id, status === 'active' ? 'active' : 'disabled');
  await tellPhones(tx, actor, [before]);
  await audit(tx, actor, {
    action: 'consumer.edit',
    object: 'consumer',
    objectId: id,
    before,
    after: { ...fields, status },
    reason,
  });
  return getConsumer(tx, actor, id);
}

/** What is told first: money before papers. */
const IN_THE_WAY = [
  ['payments', errors.has_payments],
  ['invoices', errors.has_invoices],
  ['connections', errors.has_connections],
  ['applications', errors.has_applications],
  ['drafts', errors.has_applications],
  ['ownership_requests', errors.has_ownership_requests],
  ['work_orders', errors.has_work_orders],
  ['tickets', errors.has_tickets],
] as const;

/**
 * Only an entry that nothing refers to: foreign keys refuse the rest, the holders say which. The row is locked
 * first, so that nothing can begin to refer to it in between.
 */
export async function deleteConsumer(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  id: string,
): Promise<{ done: true }> {
  await execute(tx, sql`select from consumers.consumers where id = ${id} for update`);
  const { number, name } = await getConsumer(tx, actor, id);
  refuseHoldings(await holdingsOf(tx, parts, [id]));
  const merged = await first(tx, sql`select from consumers.consumers where merged_into = ${id} limit 1`);
  if (merged) throw fail(errors.has_merged);
  if (await everHadAccount(tx, id)) throw fail(errors.has_account);
  await execute(tx, sql`delete from consumers.consumers where id = ${id}`);
  await audit(tx, actor, {
    action: 'consumer.delete',
    object: 'consumer',
    objectId: id,
    before: { number, name },
  });
  return { done: true };
}

function refuseHoldings(holdings: readonly Holding[]): void {
  for (const [kind, error] of IN_THE_WAY) {
    const held = holdings.find((holding) => holding.kind === kind && holding.count > 0);
    if (held) throw fail(error, { count: held.count });
  }
}
