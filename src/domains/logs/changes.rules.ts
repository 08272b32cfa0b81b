/** What differs between before and after, field by field. Pure; shared by the list, the entry and its screen. */

export type State = Readonly<Record<string, unknown>> | null;
export type Change = { field: string; before: unknown; after: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of fields have dotted names: `address.road`. */
function flat(state: State, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries(state ?? {})) {
    if (isRecord(value)) for (const [name, inner] of flat(value, `${prefix}${key}.`)) found.set(name, inner);
    else found.set(prefix + key, value);
  }
  return found;
}

/** Nothing, null and an empty text are the same: not filled in. */
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const same = (a: unknown, b: unknown) =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ, in the order of what came after. */
export function changesOf(before: State, after: State): Change[] {
  const [was, is] = [flat(before), flat(after)];
  const fields = new Set([...is.keys(), ...was.keys()]);
  return [...fields]
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((change) => !same(change.before, change.after));
}

export function changedFields(before: State, after: State): string[] {
  return changesOf(before, after).map(({ field }) => field);
}

/** How a value is written, by its field's name and its form. */
export type ValueKind =
  | 'empty'
  | 'money'
  | 'volume'
  | 'flag'
  | 'number'
  | 'day'
  | 'instant'
  | 'list'
  | 'id'
  | 'text';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function valueKind(field: string, value: unknown): ValueKind {
  if (isEmpty(value)) return 'empty';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'number') {
    if (/(?:_m|M)inor$/.test(field)) return 'money';
    return /(?:_l|L)itres$/.test(field) ? 'volume' : 'number';
  }
  const text = String(value);
  if (UUID.test(text)) return 'id';
  if (INSTANT.test(text)) return 'instant';
  return DAY.test(text) ? 'day' : 'text';
}

/** Of two lists only what went and what came. */
export function listDifference(
  before: readonly unknown[],
  after: readonly unknown[],
): { before: unknown[]; after: unknown[] } {
  const [was, is] = [before, after].map((list) => new Set(list.map((item) => JSON.stringify(item))));
  return {
    before: before.filter((item) => !is?.has(JSON.stringify(item))),
    after: after.filter((item) => !was?.has(JSON.stringify(item))),
  };
}
