/**
 * Composition root of the browser: every domain's pages and menu entries become one router and one sidebar (those that
 * only staff have are loaded for staff, `browser-staff.ts`),
 * every domain's texts a namespace of its own, loaded when its first screen opens.
 */

import { domainOf, joinPages } from '#web/navigation/join-pages.ts';
import type { PagesFile } from '#web/navigation/pages.ts';
import { profileSlice } from '#web/session/session.ts';
import { start } from '#web/start.tsx';
import type { Dictionary } from '#web/texts/dictionary.ts';
import { type Language, loadTexts, type TextLoaders } from '#web/texts/texts.ts';

const files = import.meta.glob<PagesFile>('./domains/*/web/pages.ts', { eager: true });
const texts = {
  en: import.meta.glob<Dictionary>('./domains/*/web/en.ts', { import: 'en' }),
  bn: import.meta.glob<Dictionary>('./domains/*/web/bn.ts', { import: 'bn' }),
};
/** What only staff read: a large domain keeps it apart, so that consumers do not load it. */
const staffTexts = {
  en: import.meta.glob<Dictionary>('./domains/*/web/en-staff.ts', { import: 'staff' }),
  bn: import.meta.glob<Dictionary>('./domains/*/web/bn-staff.ts', { import: 'staff' }),
};

/** A domain's texts in one language, with those of the staff unless the person is a consumer. */
async function domainTexts(domain: string, language: Language): Promise<Dictionary> {
  const isConsumer = profileSlice.read()?.role === 'consumer';
  const staff = isConsumer ? undefined : staffTexts[language][`./domains/${domain}/web/${language}-staff.ts`];
  const [own, more] = await Promise.all([
    texts[language][`./domains/${domain}/web/${language}.ts`]?.(),
    staff?.(),
  ]);
  return { ...own, ...more };
}

/** Folder of the domain → loaders of its two languages. */
function textLoaders(): TextLoaders {
  const loaders: TextLoaders = {
    common: {
      en: () => import('#web/texts/en.ts').then((file) => file.en),
      bn: () => import('#web/texts/bn.ts').then((file) => file.bn),
    },
    frame: {
      en: () => import('#web/texts/en-frame.ts').then((file) => file.en),
      bn: () => import('#web/texts/bn-frame.ts').then((file) => file.bn),
    },
    lists: {
      en: () => import('#web/ui/list/en.ts').then((file) => file.en),
      bn: () => import('#web/ui/list/bn.ts').then((file) => file.bn),
    },
  };
  for (const path of Object.keys(texts.en)) {
    const domain = domainOf(path);
    loaders[domain] = { en: () => domainTexts(domain, 'en'), bn: () => domainTexts(domain, 'bn') };
  }
  return loaders;
}

void start({
  ...joinPages(files),
  staffPages: async () => (await import('./browser-staff.ts')).staffPages,
  texts: textLoaders(),
  words: async () => (await import('./browser-words.ts')).allWords,
  session: async () => {
    const identity = await import('#domains/identity/contract.ts');
    return {
      refresh: identity.newToken,
      logout: identity.logout,
      profile: identity.getProfile,
      appearance: identity.saveAppearance,
    };
  },
  counters: async () => (await import('#domains/dashboard/contract.ts')).counterItems,
  ownApplications: async () => (await import('#domains/applications/contract.ts')).listOwnerApplications,
  // With its texts: fetched ahead, it opens without a network too.
  palette: async () => {
    const [{ Palette }, { allCommands, allRecords }] = await Promise.all([
      import('#domains/dashboard/web/palette/palette.tsx'),
      import('./browser-commands.ts'),
      loadTexts('dashboard'),
      loadTexts('frame'),
    ]);
    return (given) => <Palette {...given} commands={allCommands} records={allRecords} />;
  },
  bell: async () => (await import('#domains/identity/web/notices/bell-list.tsx')).BellList,
  signInAgain: async () => {
    const [{ SignInAgain }] = await Promise.all([
      import('#domains/identity/web/sign-in/sign-in-again.tsx'),
      loadTexts('identity'),
    ]);
    return SignInAgain;
  },
  tariffCategories: async () => (await import('#domains/billing/tariffs/contract.ts')).listTariffCategories,
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
