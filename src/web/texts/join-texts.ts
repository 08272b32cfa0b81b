/** The texts of a domain that everybody reads, joined with those that only its staff read. */
import type { Dictionary } from './dictionary.ts';

/** A group that both have, for example `errors`, gets the texts of both. */
export function joinTexts(own: Dictionary, more: Dictionary): Dictionary {
  const joined: Record<string, string | Dictionary> = { ...own };
  for (const [key, value] of Object.entries(more)) {
    const known = joined[key];
    joined[key] = typeof known === 'object' && typeof value === 'object' ? { ...known, ...value } : value;
  }
  return joined;
}
