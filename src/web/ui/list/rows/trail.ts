/**
 * The order in which somebody works through a list, for the records' "3 of 128": kept for the tab. It holds the ids of
 * one page and the question that answers the others; the neighbours beyond it are asked for when they are wanted.
 */
import type { Endpoint } from '#shared/endpoint.ts';
import { call } from '../../../calls/call.ts';
import { TRAIL_KEY } from '../views/forget-lists.ts';

export type Trail = {
  /** The list's address, and its entry in the browser's history. */
  list: string;
  entry: string;
  /** The records' path without the id, and the field of a row that holds the id. */
  prefix: string;
  field: string;
  source: { service: string; path: string; params?: object | undefined; query: Record<string, unknown> };
  page: number;
  size: number;
  total: number;
  ids: readonly string[];
};
export type Place = { trail: Trail; place: number };

const keyOf = (prefix: string) => `${TRAIL_KEY}${prefix}`;

/** `/meter-list/0190…` → its list part and its id; undefined if a path has only one part. */
export function splitPath(path: string): { prefix: string; id: string } | undefined {
  const at = path.lastIndexOf('/');
  return at > 0 ? { prefix: path.slice(0, at + 1), id: path.slice(at + 1) } : undefined;
}

/** Remembers the rows as they are on the screen; rows that lead to no page of their own are not remembered. */
export function keepTrail(
  rows: readonly { row: object; address: string | undefined }[],
  shown: Omit<Trail, 'prefix' | 'field' | 'ids'>,
) {
  const paths = rows.map(({ address }) => (address ? splitPath(address) : undefined));
  const first = paths.find((path) => path !== undefined);
  const at = first ? paths.indexOf(first) : -1;
  const found = Object.entries(rows[at]?.row ?? {}).find(([, value]) => value === first?.id);
  if (!first || !found) return;
  const field = found[0];
  const ids = rows.map(({ row }) => String((row as Record<string, unknown>)[field] ?? ''));
  sessionStorage.setItem(keyOf(first.prefix), JSON.stringify({ ...shown, prefix: first.prefix, field, ids }));
}

/** The position of a record in the list that it was reached from. */
export function placeOf(path: string): Place | undefined {
  const parts = splitPath(path);
  const kept = parts && sessionStorage.getItem(keyOf(parts.prefix));
  if (!parts || !kept) return undefined;
  const trail = JSON.parse(kept) as Trail;
  const index = trail.ids.indexOf(parts.id);
  return index < 0 ? undefined : { trail, place: (trail.page - 1) * trail.size + index + 1 };
}

/** The id of the record so many places on; asks the server if that is on another page. */
export async function neighbour({ trail, place }: Place, step: 1 | -1): Promise<string | undefined> {
  const wanted = place + step;
  if (wanted < 1 || wanted > trail.total) return undefined;
  const page = Math.ceil(wanted / trail.size);
  const index = wanted - 1 - (page - 1) * trail.size;
  if (page === trail.page) return trail.ids[index];
  const { service, path, params, query } = trail.source;
  const access = { signedIn: 'the list was shown to this person' };
  const endpoint = { service, path, method: 'GET', kind: 'json', access } as Endpoint;
  const answer = (await call(endpoint, {
    ...(params ? { params } : {}),
    query: { ...query, limit: trail.size, offset: page },
  })) as { items: Record<string, unknown>[]; total: number };
  const ids = answer.items.map((row) => String(row[trail.field] ?? ''));
  sessionStorage.setItem(keyOf(trail.prefix), JSON.stringify({ ...trail, ids, page, total: answer.total }));
  return ids[index];
}
