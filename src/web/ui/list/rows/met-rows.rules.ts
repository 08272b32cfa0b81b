/** What became of the rows that a dialog of a list is about, when the list was asked again. */

/** now: undefined if the list does not show it any more. */
type Change<R> = { before: R; now: R | undefined };

export type Met<R> = {
  /** For which the step is possible, as they are now. */
  rows: readonly R[];
  /** Of those: what the person saw, and what it is. */
  changed: readonly Change<R>[];
  /** For which it is not possible any more. */
  gone: readonly Change<R>[];
};

type Ways<R> = {
  idOf: (row: R) => string;
  fits: (row: R) => boolean;
  /** What the list shows of a row. */
  fields: readonly string[];
  /** What it showed when the dialog was opened: of the rows of its other pages nothing is known. */
  wasShown: ReadonlySet<string>;
  /** The server answered that one of them has another version. */
  isOutdated: boolean;
};

/** Of two rows as they come from the server: the version, if they have one, or what the list shows of them. */
export function differs(before: unknown, now: unknown, fields: readonly string[]): boolean {
  const [one, other] = [before, now] as [Record<string, unknown>, Record<string, unknown>];
  return ['version', ...fields].some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** What was told before stays if nothing is new. */
export function meetRows<R>(before: Met<R>, now: readonly R[], ways: Ways<R>): Met<R> {
  const { idOf, fits, fields, wasShown, isOutdated } = ways;
  const byId = new Map(now.map((row) => [idOf(row), row]));
  const seen = before.rows.map((row) => ({ before: row, now: byId.get(idOf(row)) }));
  const isElsewhere = (change: Change<R>) => !change.now && !wasShown.has(idOf(change.before));
  const rowsOf = (changes: readonly Change<R>[]) => changes.map((change) => change.now ?? change.before);
  const gone = seen.filter((change) => (change.now ? !fits(change.now) : !isElsewhere(change)));
  const left = seen.filter((change) => !gone.includes(change));
  const changed = left.filter((change) => change.now && differs(change.before, change.now, fields));
  if (gone.length + changed.length > 0) return { rows: rowsOf(left), changed, gone };
  const elsewhere = left.filter(isElsewhere);
  // It is none of those that are shown: so it is one of the others.
  if (isOutdated && elsewhere.length > 0)
    return { rows: rowsOf(left.filter((change) => !isElsewhere(change))), changed, gone: elsewhere };
  return { ...before, rows: rowsOf(left) };
}
