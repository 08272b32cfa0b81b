/** What changed from one version of a demand note to the next one. Amounts and rates are integer poisha. */

export type NoteLine = {
  kind: 'application_fee' | 'connection_fee' | 'material' | 'vat';
  nameEn: string;
  nameBn: string;
  unit: string;
  /** A decimal number without zeros at its end, as the database's `trim_scale` writes it. */
  quantity: string;
  rateMinor: number;
  amountMinor: number;
};

export type ChangedField = 'quantity' | 'rate' | 'amount';

export type LineChange<Line extends NoteLine = NoteLine> =
  | { change: 'added'; before: null; after: Line; differenceMinor: number }
  | { change: 'removed'; before: Line; after: null; differenceMinor: number }
  | { change: 'changed'; before: Line; after: Line; fields: ChangedField[]; differenceMinor: number };

export type NoteChanges<Line extends NoteLine = NoteLine> = {
  /** In the order of the note: fees, materials, VAT; what was removed is behind the others of its kind. */
  lines: LineChange<Line>[];
  /** How many lines are as they were. */
  sameCount: number;
  /** Poisha that the new total is above the earlier one; below zero if it is less. The sum of those of the lines. */
  differenceMinor: number;
};

const ORDER = ['application_fee', 'connection_fee', 'material', 'vat'];

/**
 * Compares the lines of two versions. A line is the same one if its kind, names and unit are. Of several such lines those that are
 * equal belong together, and the others in their order.
 * @param before lines of the earlier version @param after lines of the later one
 */
export function compareNotes<Line extends NoteLine>(
  before: readonly Line[],
  after: readonly Line[],
): NoteChanges<Line> {
  const left = new Set(before);
  const take = (line: Line, isIt: (line: Line) => boolean): Line | null => {
    for (const earlier of left) {
      if (keyOf(earlier) !== keyOf(line) || !isIt(earlier)) continue;
      left.delete(earlier);
      return earlier;
    }
    return null;
  };
  const unmatched = after.filter(
    (line) => take(line, (earlier) => changedFields(earlier, line).length === 0) === null,
  );
  const found = unmatched.map((line): LineChange<Line> => {
    const earlier = take(line, () => true);
    if (!earlier) return { change: 'added', before: null, after: line, differenceMinor: line.amountMinor };
    return {
      ...{ change: 'changed', before: earlier, after: line, fields: changedFields(earlier, line) },
      differenceMinor: line.amountMinor - earlier.amountMinor,
    };
  });
  const removed = [...left].map(
    (line): LineChange<Line> => ({
      ...{ change: 'removed', before: line, after: null },
      differenceMinor: -line.amountMinor,
    }),
  );
  const lines = [...found, ...removed].sort((a, b) => placeOf(a) - placeOf(b));
  return {
    lines,
    sameCount: after.length - unmatched.length,
    differenceMinor: lines.reduce((sum, line) => sum + line.differenceMinor, 0),
  };
}

const keyOf = ({ kind, nameEn, nameBn, unit }: NoteLine) => JSON.stringify([kind, nameEn, nameBn, unit]);

const placeOf = (line: LineChange) => ORDER.indexOf((line.after ?? line.before).kind);

/** A fee and VAT are an amount only: their quantity is 1 and their rate the amount. */
function changedFields(before: NoteLine, after: NoteLine): ChangedField[] {
  const isPriced = after.kind === 'material';
  return [
    ...(isPriced && before.quantity !== after.quantity ? (['quantity'] as const) : []),
    ...(isPriced && before.rateMinor !== after.rateMinor ? (['rate'] as const) : []),
    ...(before.amountMinor !== after.amountMinor ? (['amount'] as const) : []),
  ];
}
