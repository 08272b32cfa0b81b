/** Every domain's texts as a namespace of its own, loaded when its first screen opens. */
import { domainOf } from '#web/navigation/join-pages.ts';
import { profileSlice } from '#web/session/session.ts';
import type { Dictionary } from '#web/texts/dictionary.ts';
import { joinTexts } from '#web/texts/join-texts.ts';
import type { Language, TextLoaders } from '#web/texts/texts.ts';

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
  return joinTexts(own ?? {}, more ?? {});
}

/** Folder of the domain → loaders of its two languages. */
export function textLoaders(): TextLoaders {
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
