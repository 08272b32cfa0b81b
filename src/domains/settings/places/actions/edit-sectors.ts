/** Adding, changing and deleting sectors. Uniqueness and references are the database's to check. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Sector, SectorFields } from '../contract.ts';
import { getSector } from '../queries.ts';
import { type PlaceUse, refuseWhileUsed } from '../uses.ts';

const fieldsOf = ({ number, name, nameBn, dmaId }: SectorFields) => ({ number, name, nameBn, dmaId });

export async function addSector(tx: Tx, actor: Actor, input: SectorFields): Promise<Sector> {
  await requireDma(tx, input.dmaId);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into settings.sectors (number, name, name_bn, dma_id)
      values (${input.number}, ${input.name}, ${input.nameBn}, ${input.dmaId}) returning id`,
  );
  await audit(tx, actor, { action: 'sector.add', object: 'sector', objectId: id, after: fieldsOf(input) });
  return getSector(tx, id);
}

export async function updateSector(
  tx: Tx,
  actor: Actor,
  input: SectorFields & { id: string; version: number },
): Promise<Sector> {
  const before = await getSector(tx, input.id);
  await requireDma(tx, input.dmaId);
  const changed = await first(
    tx,
    sql`update settings.sectors set number = ${input.number}, name = ${input.name}, name_bn = ${input.nameBn},
        dma_id = ${input.dmaId}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'sector.update',
    object: 'sector',
    objectId: input.id,
    before: fieldsOf(before),
    after: fieldsOf(input),
  });
  return getSector(tx, input.id);
}

export async function deleteSector(
  tx: Tx,
  actor: Actor,
  uses: readonly PlaceUse[],
  id: string,
): Promise<{ done: true }> {
  const before = await getSector(tx, id);
  const own = { roads: before.roadCount };
  await refuseWhileUsed(tx, uses, { of: 'sector', id, error: errors.sector_still_used, own });
  await execute(tx, sql`delete from settings.sectors where id = ${id}`);
  await audit(tx, actor, {
    action: 'sector.delete',
    object: 'sector',
    objectId: id,
    before: fieldsOf(before),
  });
  return { done: true };
}

/** The foreign key's own violation means the other direction: an area that sectors still name. */
async function requireDma(tx: Tx, dmaId: string | null): Promise<void> {
  if (dmaId === null) return;
  const dma = await first(tx, sql`select from settings.dmas where id = ${dmaId} for key share`);
  if (!dma) throw fail(errors.unknown_dma);
}
