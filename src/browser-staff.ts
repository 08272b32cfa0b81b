/** Pages, menu lines, texts and pieces of a consumer's page that only staff have: one chunk, which consumers do not load. */

import { joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile } from '#web/navigation/pages.ts';
import type { Dictionary } from '#web/texts/dictionary.ts';

export const staffPages = joinPages(
  import.meta.glob<PagesFile>('./domains/*/web/staff-pages.ts', { eager: true }),
);

/** A large domain keeps what only staff read in files of its own. */
export const staffTexts = {
  en: import.meta.glob<Dictionary>('./domains/*/web/en-staff.ts', { import: 'staff' }),
  bn: import.meta.glob<Dictionary>('./domains/*/web/bn-staff.ts', { import: 'staff' }),
};
