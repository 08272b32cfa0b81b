/**
 * Which lists views may be saved of, and what of a stored query still holds. The endpoints come from the composition
 * root: identity comes before the domains of most lists. Pure.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { may } from '#platform/actor.ts';
import type { Endpoint } from '#shared/endpoint.ts';

/** `<service><path>` → endpoint. */
export type Lists = ReadonlyMap<string, Endpoint>;

/** The fields of an endpoint's query. */
function fieldsOf({ query }: Endpoint): Record<string, z.ZodType> {
  return (query as Partial<z.ZodObject>).shape as Record<string, z.ZodType>;
}

/** Every endpoint that answers pages of rows. */
export function listsOf(endpoints: readonly Endpoint[]): Lists {
  const paged = endpoints.filter((endpoint) => {
    const fields = fieldsOf(endpoint) ?? {};
    return endpoint.method === 'GET' && endpoint.kind === 'json' && 'limit' in fields && 'offset' in fields;
  });
  return new Map(paged.map((endpoint) => [`${endpoint.service}${endpoint.path}`, endpoint]));
}

/** Whether the actor may call the list of this name. */
export function mayList(lists: Lists, actor: Actor, name: string): boolean {
  const access = lists.get(name)?.access;
  if (!access) return false;
  return !('permission' in access) || may(actor, access.permission);
}

/** The stored values that the list still takes; names that only the page knows (a tab) stay. */
export function stillValid(
  list: Endpoint | undefined,
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = list ? fieldsOf(list) : {};
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => fields[name]?.safeParse(value).success !== false),
  );
}
