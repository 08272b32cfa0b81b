/** What a correction asked for, out of the details of its entry in the history: papers, fields of a part, or a part as a whole. */
import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../documents.rules.ts';

const PARTS = ['applicant', 'owner', 'plumber', 'building'] as const;
type Part = (typeof PARTS)[number];
export type AskedFor = { paper: DocumentKind } | { part: Part; field: string | null };

type Details = Readonly<Record<string, string | number | boolean | readonly string[]>>;
const listOf = (value: Details[string] | undefined): readonly string[] => (Array.isArray(value) ? value : []);

/** Nothing if it is another entry: `items` and `fields` are those of a correction. */
export function askedFor({ items, fields }: Details): AskedFor[] {
  const named = listOf(fields).map((name) => name.split('.') as [string, string]);
  return listOf(items).flatMap((item): AskedFor[] => {
    const paper = DOCUMENT_KIND_NAMES.find((kind) => kind === item);
    if (paper) return [{ paper }];
    const part = PARTS.find((known) => known === item);
    if (!part) return [];
    const own = named.filter(([of]) => of === part);
    return own.length > 0 ? own.map(([, field]) => ({ part, field })) : [{ part, field: null }];
  });
}
