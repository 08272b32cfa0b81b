/** How a person's lists are arranged. */
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import type { EndpointResult } from '#shared/endpoint.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { ListView, listPreferences } from './contract.ts';
import { type Lists, mayList, stillValid } from './lists.rules.ts';

export type StoredView = Omit<ListView, 'isOwn' | 'mayEdit'> & { ownerId: string; endpoint: string };

export const mayShare = (actor: Actor) => may(actor, 'settings:edit');

/** The actor, who is no consumer. */
export function requireStaff(actor: Actor): Actor {
  if (actor.kind === 'consumer') throw fail(commonErrors.not_permitted);
  return actor;
}

/** Own ones, and those for the actor's role or for all staff; who may share sees those of every role. */
function visibleViews(actor: Actor) {
  return sql<StoredView>`select v.id, v.list, v.endpoint, v.name, v.audience, r.code as "roleCode", v.query,
      v.column_order as "order", v.hidden_columns as hidden, v.density, v.version, v.owner_id as "ownerId",
      o.name as "ownerName", p.view_id is not null as "isPinned"
    from identity.list_views v
      join identity.users o on o.id = v.owner_id
      left join roles.roles r on r.id = v.role_id
      left join identity.list_pins p on p.view_id = v.id and p.user_id = ${actor.userId}
    where v.owner_id = ${actor.userId} or v.audience = 'all' or (v.audience = 'role' and (r.code = ${actor.role} or ${mayShare(actor)}))`;
}

/** A person's own view, or one for others if the actor may share. */
export function mayEdit(actor: Actor, view: Pick<StoredView, 'ownerId' | 'audience'>): boolean {
  return view.audience === 'own' ? view.ownerId === actor.userId : mayShare(actor);
}

function shownView(actor: Actor, lists: Lists, view: StoredView): ListView {
  return {
    ...view,
    query: stillValid(lists.get(view.endpoint), view.query),
    isOwn: view.ownerId === actor.userId,
    mayEdit: mayEdit(actor, view),
  };
}

/** Everything about the actor's lists in one answer; views of lists that the actor may not read are left out. */
export async function preferencesOf(
  db: Db | Tx,
  actor: Actor,
  lists: Lists,
): Promise<EndpointResult<typeof listPreferences>> {
  type Layout = { list: string; order: string[]; hidden: string[]; defaultViewId: string | null };
  const [density, layouts, views] = await Promise.all([
    first<{ density: ListView['density'] }>(
      db,
      sql`select density from identity.list_densities where user_id = ${actor.userId}`,
    ),
    all<Layout>(
      db,
      sql`select list, column_order as "order", hidden_columns as hidden, default_view_id as "defaultViewId"
        from identity.list_layouts where user_id = ${actor.userId} order by list`,
    ),
    all<StoredView>(db, sql`${visibleViews(actor)} order by v.audience, lower(v.name), v.id`),
  ]);
  const seen = views.filter((view) => mayList(lists, actor, view.endpoint));
  const ids = new Set(seen.map((view) => view.id));
  return {
    density: density?.density ?? null,
    layouts: layouts.map((layout) => ({
      ...layout,
      defaultViewId: layout.defaultViewId && ids.has(layout.defaultViewId) ? layout.defaultViewId : null,
    })),
    views: seen.map((view) => shownView(actor, lists, view)),
    mayShare: mayShare(actor),
  };
}

/** One view that the actor may see. */
export async function getView(tx: Db | Tx, actor: Actor, lists: Lists, id: string): Promise<StoredView> {
  const view = await first<StoredView>(
    tx,
    sql`select * from (${visibleViews(actor)}) as seen where id = ${id}`,
  );
  if (!view || !mayList(lists, actor, view.endpoint)) throw fail(commonErrors.not_found);
  return view;
}

/** The same as the screen gets it. */
export async function showView(tx: Db | Tx, actor: Actor, lists: Lists, id: string): Promise<ListView> {
  return shownView(actor, lists, await getView(tx, actor, lists, id));
}
