/** Saving, changing and deleting views. A view never gives more than its list's own endpoint. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type ListView, VIEWS_MAX } from '../contract.ts';
import { type Lists, mayList, stillValid } from '../lists.rules.ts';
import { getView, mayEdit, mayShare, showView } from '../queries.ts';
import { lockPerson } from './arrange-lists.ts';

type Context = { actor: Actor; lists: Lists };
type ViewFields = Pick<ListView, 'name' | 'audience' | 'roleCode' | 'query' | 'order' | 'hidden' | 'density'>;

/** The role that a view is for; null if it is not for a role. */
async function audienceRole(tx: Tx, actor: Actor, input: ViewFields): Promise<string | null> {
  if (input.audience === 'own') return null;
  if (!mayShare(actor)) throw fail(errors.view_not_shareable);
  if (input.audience === 'all') return null;
  const role = await first<{ id: string }>(
    tx,
    sql`select id from roles.roles where code = ${input.roleCode} and status = 'active' and code <> 'consumer'`,
  );
  if (!role) throw fail(errors.view_unknown_role);
  return role.id;
}

/** What the audit log keeps: searched words may be somebody's name or number, so only the names of the filters. */
const facts = ({ name, audience, roleCode, query }: ViewFields) => ({
  name,
  audience,
  role: roleCode,
  filters: Object.keys(query),
});

export async function createView(
  tx: Tx,
  { actor, lists }: Context,
  input: ViewFields & { list: string; endpoint: string },
): Promise<ListView> {
  if (!lists.has(input.endpoint)) throw fail(errors.view_unknown_list);
  if (!mayList(lists, actor, input.endpoint)) throw fail(commonErrors.not_permitted);
  const roleId = await audienceRole(tx, actor, input);
  await lockPerson(tx, actor);
  const { id, count } = await one<{ id: string; count: number }>(
    tx,
    sql`with made as (
        insert into identity.list_views (owner_id, list, endpoint, name, audience, role_id, query, column_order,
          hidden_columns, density, created_at)
        values (${actor.userId}, ${input.list}, ${input.endpoint}, ${input.name}, ${input.audience}, ${roleId}::uuid,
          ${JSON.stringify(stillValid(lists.get(input.endpoint), input.query))}::jsonb, ${input.order}::text[],
          ${input.hidden}::text[], ${input.density}, ${actor.now})
        returning id)
      select made.id, (select count(*) from identity.list_views where owner_id = ${actor.userId}) as count from made`,
  );
  if (count >= VIEWS_MAX) throw fail(errors.too_many_views);
  await audit(tx, actor, {
    action: 'list-view.create',
    object: 'list-view',
    objectId: id,
    after: { list: input.list, ...facts(input) },
  });
  return showView(tx, actor, lists, id);
}

export async function changeView(
  tx: Tx,
  { actor, lists }: Context,
  input: ViewFields & { id: string; version: number },
): Promise<ListView> {
  const before = await editable(tx, { actor, lists }, input.id);
  // Somebody else's would be out of everybody's sight but theirs.
  if (input.audience === 'own' && before.ownerId !== actor.userId) throw fail(commonErrors.not_permitted);
  const roleId = await audienceRole(tx, actor, input);
  const changed = await first(
    tx,
    sql`update identity.list_views set name = ${input.name}, audience = ${input.audience}, role_id = ${roleId}::uuid,
        query = ${JSON.stringify(stillValid(lists.get(before.endpoint), input.query))}::jsonb,
        column_order = ${input.order}::text[], hidden_columns = ${input.hidden}::text[], density = ${input.density},
        version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'list-view.change',
    object: 'list-view',
    objectId: input.id,
    before: facts(before),
    after: facts(input),
  });
  return showView(tx, actor, lists, input.id);
}

export async function deleteView(tx: Tx, context: Context, id: string): Promise<{ done: true }> {
  const before = await editable(tx, context, id);
  await execute(tx, sql`delete from identity.list_views where id = ${id}`);
  await audit(tx, context.actor, {
    action: 'list-view.delete',
    object: 'list-view',
    objectId: id,
    before: { list: before.list, ...facts(before) },
  });
  return { done: true };
}

async function editable(tx: Tx, { actor, lists }: Context, id: string) {
  const view = await getView(tx, actor, lists, id);
  if (!mayEdit(actor, view)) throw fail(commonErrors.not_permitted);
  return view;
}
