/** Density, columns, default views and pins: one person's own. The last of two devices wins, list by list. */
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, LAYOUTS_MAX, type ListView } from '../contract.ts';
import type { Lists } from '../lists.rules.ts';
import { getView } from '../queries.ts';

type Done = { done: true };
const DONE: Done = { done: true };

/** Two requests of one person count one after the other. */
export async function lockPerson(tx: Tx, actor: Actor): Promise<void> {
  await execute(tx, sql`select from identity.users where id = ${actor.userId} for no key update`);
}

export async function saveDensity(
  tx: Tx,
  actor: Actor,
  { density }: { density: NonNullable<ListView['density']> },
): Promise<Done> {
  await execute(
    tx,
    sql`insert into identity.list_densities (user_id, density) values (${actor.userId}, ${density})
    on conflict (user_id) do update set density = excluded.density`,
  );
  return DONE;
}

/** Makes sure that the person has a row for the list, and not too many of them. */
async function openLayout(tx: Tx, actor: Actor, list: string): Promise<void> {
  await lockPerson(tx, actor);
  await execute(
    tx,
    sql`insert into identity.list_layouts (user_id, list) values (${actor.userId}, ${list})
    on conflict do nothing`,
  );
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count from identity.list_layouts where user_id = ${actor.userId}`,
  );
  if (count > LAYOUTS_MAX) throw fail(errors.too_many_lists);
}

export async function saveLayout(
  tx: Tx,
  actor: Actor,
  { list, order, hidden }: { list: string; order: string[]; hidden: string[] },
): Promise<Done> {
  await openLayout(tx, actor, list);
  await execute(
    tx,
    sql`update identity.list_layouts set column_order = ${order}::text[], hidden_columns = ${hidden}::text[]
    where user_id = ${actor.userId} and list = ${list}`,
  );
  return DONE;
}

type Context = { actor: Actor; lists: Lists };

export async function chooseDefaultView(
  tx: Tx,
  { actor, lists }: Context,
  { list, viewId }: { list: string; viewId: string | null },
): Promise<Done> {
  const view = viewId ? await getView(tx, actor, lists, viewId) : null;
  if (view && view.list !== list) throw fail(errors.view_unknown_list);
  await openLayout(tx, actor, list);
  await execute(
    tx,
    sql`update identity.list_layouts set default_view_id = ${viewId}
    where user_id = ${actor.userId} and list = ${list}`,
  );
  return DONE;
}

export async function pinView(
  tx: Tx,
  { actor, lists }: Context,
  { id, isPinned }: { id: string; isPinned: boolean },
): Promise<Done> {
  await getView(tx, actor, lists, id);
  if (isPinned) {
    await execute(
      tx,
      sql`insert into identity.list_pins (user_id, view_id, pinned_at)
      values (${actor.userId}, ${id}, ${actor.now}) on conflict do nothing`,
    );
  } else {
    await execute(
      tx,
      sql`delete from identity.list_pins where user_id = ${actor.userId} and view_id = ${id}`,
    );
  }
  return DONE;
}
