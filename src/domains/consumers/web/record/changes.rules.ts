/** What a change of a consumer changed, out of the audit's two pictures of the entry. */

export type Pictures = {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
};
export type Difference = { field: string; before: string; after: string };

/** In the order of the form; all other fields are the program's. */
export const SHOWN_FIELDS = [
  ...(['number', 'name', 'nameBn', 'phone', 'email', 'nid', 'dateOfBirth', 'address'] as const),
  ...(['status', 'mergedNumber', 'mergedInto'] as const),
] as const;

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Fields of which the two differ; a first picture shows what it holds. */
export function differences({ before, after }: Pictures): Difference[] {
  return SHOWN_FIELDS.map((field) => ({
    field,
    before: text(before?.[field]),
    after: text(after?.[field]),
  })).filter((change) => change.before !== change.after && (after === null || change.field in after));
}
