/** Usual units of materials, in both languages; another one is written as it was entered. */
import type { Name } from '#shared/words.ts';

export const UNIT_WORDS: Record<string, Name> = {
  m: ['m', 'মিটার'],
  'm²': ['m²', 'বর্গমিটার'],
  pcs: ['pcs', 'টি'],
  set: ['set', 'সেট'],
  kg: ['kg', 'কেজি'],
  bag: ['bag', 'বস্তা'],
};
