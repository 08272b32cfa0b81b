/** Adding, changing and deleting district metered areas. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Dma, DmaFields } from '../contract.ts';
import { getDma } from '../queries.ts';
import { type PlaceUse, refuseWhileUsed } from '../uses.ts';

const fieldsOf = ({ number, name, nameBn }: DmaFields) => ({ number, name, nameBn });

export async function addDma(tx: Tx, actor: Actor, input: DmaFields): Promise<Dma> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into settings.dmas (number, name, name_bn)
      values (${input.number}, ${input.name}, ${input.nameBn}) returning id`,
  );
  await audit(tx, actor, { action: 'dma.add', object: 'dma', objectId: id, after: fieldsOf(input) });
  return getDma(tx, id);
}

export async function updateDma(
  tx: Tx,
  actor: Actor,
  input: DmaFields & { id: string; version: number },
): Promise<Dma> {
  const before = await getDma(tx, input.id);
  const changed = await first(
    tx,
    sql`update settings.dmas set number = ${input.number}, name = ${input.name}, name_bn = ${input.nameBn}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'dma.update',
    object: 'dma',
    objectId: input.id,
    before: fieldsOf(before),
    after: fieldsOf(input),
  });
  return getDma(tx, input.id);
}

export async function deleteDma(
  tx: Tx,
  actor: Actor,
  uses: readonly PlaceUse[],
  id: string,
): Promise<{ done: true }> {
  const before = await getDma(tx, id);
  const own = { sectors: before.sectorCount };
  await refuseWhileUsed(tx, uses, { of: 'dma', id, error: errors.dma_still_used, own });
  await execute(tx, sql`delete from settings.dmas where id = ${id}`);
  await audit(tx, actor, { action: 'dma.delete', object: 'dma', objectId: id, before: fieldsOf(before) });
  return { done: true };
}
