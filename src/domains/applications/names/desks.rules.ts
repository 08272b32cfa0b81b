/** What the authority's desks are called, in both languages. */
import type { Name } from '#shared/words.ts';

export const DESK_WORDS: Record<string, Name> = {
  rajukSAE: ['Sub-Assistant Engineer', 'উপ-সহকারী প্রকৌশলী'],
  rajukAE: ['Assistant Engineer', 'সহকারী প্রকৌশলী'],
  rajukPM: ['Project Manager', 'প্রকল্প ব্যবস্থাপক'],
  rajukPD: ['Project Director', 'প্রকল্প পরিচালক'],
};

/** Offices of the utility: what its roles are called. */
const OFFICES: readonly Name[] = [
  ['Administrator', 'প্রশাসক'],
  ['Application reviewer', 'আবেদন যাচাইকারী'],
  ['Engineer', 'প্রকৌশলী'],
];

/** The office below a signature, which is kept as the desk or the role was called on that day. A name of the utility's own stays as it is. */
export function officeIn(language: 'en' | 'bn', office: string): string {
  if (language === 'en') return office;
  return [...Object.values(DESK_WORDS), ...OFFICES].find(([english]) => english === office)?.[1] ?? office;
}
