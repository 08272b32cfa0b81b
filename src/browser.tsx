/**
 * Composition root of the browser: every domain's pages and menu entries become one router and one sidebar (those that
 * only staff have are loaded for staff, `browser-staff.ts`),
 * every domain's texts a namespace of its own, loaded when its first screen opens.
 */

import { joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile } from '#web/navigation/pages.ts';
import { start } from '#web/start.tsx';
import { loadTexts } from '#web/texts/texts.ts';
import { textLoaders } from './browser-texts.ts';

const files = import.meta.glob<PagesFile>('./domains/*/web/pages.ts', { eager: true });
void start({
  ...joinPages(files),
  staffPages: async () => (await import('./browser-staff.ts')).staffPages,
  texts: textLoaders(),
  words: async () => (await import('./browser-words.ts')).allWords,
  session: async () => {
    const own = await import('#domains/identity/session/contract.ts');
    return {
      refresh: own.newToken,
      logout: own.logout,
      profile: own.getProfile,
      appearance: own.saveAppearance,
    };
  },
  counters: async () => (await import('#domains/dashboard/contract.ts')).counterItems,
  ownApplications: async () =>
    (await import('#domains/applications/owners/contract.ts')).listOwnerApplications,
  // With its texts: fetched ahead, it opens without a network too.
  palette: async () => {
    const [{ Palette }, { allCommands, allRecords }] = await Promise.all([
      import('#domains/dashboard/web/palette/palette.tsx'),
      import('./browser-commands.ts'),
      loadTexts('palette'),
      loadTexts('frame'),
    ]);
    return (given) => <Palette {...given} commands={allCommands} records={allRecords} />;
  },
  bell: async () => (await import('#domains/identity/web/notices/bell-list.tsx')).BellList,
  outboxWays: async () => (await import('./browser-outbox.ts')).allWays,
  signInAgain: async () => {
    const [{ SignInAgain }] = await Promise.all([
      import('#domains/identity/web/sign-in/sign-in-again.tsx'),
      loadTexts('identity'),
    ]);
    return SignInAgain;
  },
  tariffCategories: async () =>
    (await import('#domains/billing/tariffs/categories/contract.ts')).listTariffCategories,
  listPreferences: async () => {
    const own = await import('#domains/identity/preferences/contract.ts');
    return {
      read: own.listPreferences,
      saveDensity: own.saveListDensity,
      saveLayout: own.saveListLayout,
      chooseDefault: own.chooseDefaultView,
      createView: own.createListView,
      changeView: own.changeListView,
      deleteView: own.deleteListView,
      pinView: own.pinListView,
    };
  },
  roles: async () => (await import('#domains/roles/contract.ts')).listRoles,
});
