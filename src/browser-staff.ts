/** Pages, menu lines and pieces of a consumer's page that only staff have: one chunk, which consumers do not load. */

import { joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile } from '#web/navigation/pages.ts';

export const staffPages = joinPages(
  import.meta.glob<PagesFile>('./domains/*/web/staff-pages.ts', { eager: true }),
);
