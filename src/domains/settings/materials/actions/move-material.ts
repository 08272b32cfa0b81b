/** The order in which surveys offer the materials of a type. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import type { Material } from '../contract.ts';
import { getMaterial } from '../queries.ts';

/** One place up or down; all of its type get the places that they are shown in. */
export async function moveMaterial(
  tx: Tx,
  actor: Actor,
  { id, direction }: { id: string; direction: 'up' | 'down' },
): Promise<Material> {
  const before = await getMaterial(tx, id, actor.today);
  await execute(tx, sql`select from settings.materials where type = ${before.type} order by id for update`);
  // Half a place beyond its neighbour.
  const step = direction === 'up' ? -1.5 : 1.5;
  await execute(
    tx,
    sql`with listed as (
      select id, row_number() over (order by position, name_en collate "bn-x-icu", id) as place
      from settings.materials where type = ${before.type}
    ), placed as (
      select id, row_number() over (order by place + case when id = ${id} then ${step}::numeric else 0 end) as place from listed
    )
    update settings.materials m set position = p.place from placed p where p.id = m.id and m.position <> p.place`,
  );
  const { position } = await one<{ position: number }>(
    tx,
    sql`select position from settings.materials where id = ${id}`,
  );
  await audit(tx, actor, {
    action: 'material.move',
    object: 'material',
    objectId: id,
    before: { position: before.position },
    after: { position },
  });
  return getMaterial(tx, id, actor.today);
}
