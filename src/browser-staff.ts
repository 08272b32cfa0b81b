/** Pages, menu lines, texts and pieces of a consumer's page that only staff have: one chunk, which consumers do not load. */

import { joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile, StaffNames } from '#web/navigation/pages.ts';
import type { Dictionary } from '#web/texts/dictionary.ts';

const files = import.meta.glob<PagesFile>('./domains/*/web/staff-pages.ts', { eager: true });
export const staffPages = {
  ...joinPages(files),
  staffNames: Object.assign({}, ...Object.values(files).map((file) => file.staffNames)) as StaffNames,
};

/** A large domain keeps what only staff read in files of its own. */
export const staffTexts = {
  en: import.meta.glob<Dictionary>('./domains/*/web/en-staff.ts', { import: 'staff' }),
  bn: import.meta.glob<Dictionary>('./domains/*/web/bn-staff.ts', { import: 'staff' }),
};
