/** Every domain's texts as a namespace of its own, loaded when its first screen opens. */
import { isOfStaff } from '#web/navigation/add-staff-pages.ts';
import { domainOf } from '#web/navigation/join-pages.ts';
import type { Dictionary } from '#web/texts/dictionary.ts';
import { joinTexts } from '#web/texts/join-texts.ts';
import type { Language, TextLoaders } from '#web/texts/texts.ts';

const texts = {
  en: import.meta.glob<Dictionary>('./domains/*/web/en.ts', { import: 'en' }),
  bn: import.meta.glob<Dictionary>('./domains/*/web/bn.ts', { import: 'bn' }),
};
/** A domain's texts in one language, with those that only staff read if the person is one of them. */
async function domainTexts(domain: string, language: Language): Promise<Dictionary> {
  const [own, more] = await Promise.all([
    texts[language][`./domains/${domain}/web/${language}.ts`]?.(),
    isOfStaff() ? ofStaff(domain, language) : undefined,
  ]);
  return joinTexts(own ?? {}, more ?? {});
}

async function ofStaff(domain: string, language: Language): Promise<Dictionary | undefined> {
  const { staffTexts } = await import('./browser-staff.ts');
  return staffTexts[language][`./domains/${domain}/web/${language}-staff.ts`]?.();
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
    palette: {
      en: () => import('#domains/dashboard/web/palette/en.ts').then((file) => file.en),
      bn: () => import('#domains/dashboard/web/palette/bn.ts').then((file) => file.bn),
    },
    application_form: {
      en: () => import('#domains/applications/web/portal/en.ts').then((file) => file.en),
      bn: () => import('#domains/applications/web/portal/bn.ts').then((file) => file.bn),
    },
    cheques: {
      en: () => import('#domains/payments/web/own-cheques/en.ts').then((file) => file.en),
      bn: () => import('#domains/payments/web/own-cheques/bn.ts').then((file) => file.bn),
    },
    categories: {
      en: () => import('#domains/billing/web/categories/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/categories/bn.ts').then((file) => file.bn),
    },
    empty_houses: {
      en: () => import('#domains/billing/web/empty-houses/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/empty-houses/bn.ts').then((file) => file.bn),
    },
    disputes: {
      en: () => import('#domains/billing/web/disputes/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/disputes/bn.ts').then((file) => file.bn),
    },
    leaks: {
      en: () => import('#domains/billing/web/leaks/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/leaks/bn.ts').then((file) => file.bn),
    },
    payment_plans: {
      en: () => import('#domains/billing/web/payment-plans/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/payment-plans/bn.ts').then((file) => file.bn),
    },
    rebates: {
      en: () => import('#domains/billing/web/rebates/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/rebates/bn.ts').then((file) => file.bn),
    },
    corrections: {
      en: () => import('#domains/billing/web/corrections/en.ts').then((file) => file.en),
      bn: () => import('#domains/billing/web/corrections/bn.ts').then((file) => file.bn),
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
