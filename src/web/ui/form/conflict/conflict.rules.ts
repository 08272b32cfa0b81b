/**
 * Somebody else changed the record while this form was open: which fields differ, and whose value each one takes. Pure.
 * What only the other one changed is taken over; what was typed here stays until the person takes the other value.
 */
import { valueAt, withValue } from '../issues.ts';

export type Conflict = {
  /** The version that is sent next. */
  version: number;
  /** Fields whose two values differ. */
  fields: readonly ConflictField[];
};

export type ConflictField = {
  path: string;
  /** Of a set of words: the word; its values are true and false. */
  word?: string;
  mine: unknown;
  theirs: unknown;
};

type Values = Record<string, unknown>;

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Dotted paths of all fields within; a list is one field. */
function pathsOf(values: unknown, before = ''): string[] {
  if (!isRecord(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    const path = before ? `${before}.${key}` : key;
    return isRecord(value) ? pathsOf(value, path) : [path];
  });
}

/** Forms know no difference between three kinds of nothing. */
function plain(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}

/** The same content; of objects also if their keys come in another order. */
function written(value: unknown): string {
  return JSON.stringify(plain(value), (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, own]) => plain(own) !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );
}

export function isSame(one: unknown, other: unknown): boolean {
  return written(one) === written(other);
}

type Sides = {
  /** What the form began with. */
  base: unknown;
  /** What was typed. */
  mine: unknown;
  /** What the record is now. */
  theirs: unknown;
  /** Lists whose order means nothing: each of their words is a field. */
  sets?: readonly string[];
};

const wordsAt = (values: unknown, path: string) => new Set((valueAt(values, path) ?? []) as string[]);

/** Every field that differs, with how it was when the form began. */
function differences({ base, mine, theirs, sets = [] }: Sides): (ConflictField & { was: unknown })[] {
  const paths = [...new Set([...pathsOf(mine), ...pathsOf(base)])];
  return paths.flatMap((path) => {
    const now = valueAt(theirs, path);
    // The answer does not tell this field.
    if (now === undefined) return [];
    if (sets.includes(path)) {
      const [own, other, was] = [wordsAt(mine, path), wordsAt(theirs, path), wordsAt(base, path)];
      return [...new Set([...own, ...other])]
        .filter((word) => own.has(word) !== other.has(word))
        .map((word) => ({
          ...{ path, word, mine: own.has(word), theirs: other.has(word), was: was.has(word) },
        }));
    }
    const own = valueAt(mine, path);
    return isSame(own, now) ? [] : [{ path, mine: own, theirs: now, was: valueAt(base, path) }];
  });
}

/** The values with one side of one field. */
export function withSide(values: unknown, field: ConflictField, side: 'mine' | 'theirs'): unknown {
  if (field.word === undefined) return withValue(values, field.path, field[side]);
  const words = wordsAt(values, field.path);
  if (field[side]) words.add(field.word);
  else words.delete(field.word);
  return withValue(values, field.path, [...words]);
}

/** Whose value a field has at the moment: both if they are the same by now, neither if something else was typed. */
export function sideOf(values: unknown, field: ConflictField): 'mine' | 'theirs' | null {
  const value =
    field.word === undefined ? valueAt(values, field.path) : wordsAt(values, field.path).has(field.word);
  if (isSame(value, field.mine)) return 'mine';
  return isSame(value, field.theirs) ? 'theirs' : null;
}

export type Met = {
  conflict: Conflict;
  values: unknown;
  /** The other one changed nothing that this form shows: what was typed may be sent again at once. */
  isApart: boolean;
};

/** What the form shows after the refusal. */
export function meet(sides: Sides, version: number): Met {
  const found = differences(sides);
  const untouched = found.filter((field) => isSame(field.mine, field.was));
  const values = untouched.reduce((kept, field) => withSide(kept, field, 'theirs'), sides.mine);
  const fields = found.map(({ was: _was, ...field }) => field);
  return {
    conflict: { version, fields },
    values,
    isApart: found.every((field) => isSame(field.theirs, field.was)),
  };
}
