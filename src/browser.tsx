/**
 * Composition root of the browser: every domain's pages and menu entries become one router and one sidebar,
 * every domain's texts a namespace of its own, loaded when its first screen opens.
 */
import type { PagesFile } from '#web/pages.ts';
import { start } from '#web/start.tsx';
import { LANGUAGES, type TextLoaders } from '#web/texts.ts';

const files = import.meta.glob<PagesFile>('./domains/*/web/pages.ts', { eager: true });
const english = import.meta.glob('./domains/*/web/en.ts', { import: 'en' });
const bengali = import.meta.glob('./domains/*/web/bn.ts', { import: 'bn' });

/** Folder of the domain → loaders of its two text files. */
function textLoaders(): TextLoaders {
  const loaders: TextLoaders = {
    common: {
      en: () => import('#web/en.ts').then((file) => file.en),
      bn: () => import('#web/bn.ts').then((file) => file.bn),
    },
  };
  for (const language of LANGUAGES) {
    for (const [path, load] of Object.entries(language === 'en' ? english : bengali)) {
      const domain = path.split('/')[2] ?? '';
      loaders[domain] = { ...loaders[domain], [language]: load };
    }
  }
  return loaders;
}

void start({
  pages: Object.values(files).flatMap((file) => file.pages),
  menu: Object.values(files).flatMap((file) => file.menu),
  texts: textLoaders(),
  session: async () => {
    const identity = await import('#domains/identity/contract.ts');
    return { refresh: identity.newToken, logout: identity.logout };
  },
  counters: async () => (await import('#domains/dashboard/contract.ts')).counterItems,
  ownApplications: async () => (await import('#domains/applications/contract.ts')).listOwnerApplications,
  tariffCategories: async () => (await import('#domains/billing/tariffs/contract.ts')).listTariffCategories,
});
