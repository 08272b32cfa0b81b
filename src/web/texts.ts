/**
 * Texts of the screens: one namespace a domain (its folder's name), loaded with its first screen; `common` is
 * the browser machinery's own. Keys are typed: each en.ts adds its namespace to `TextNamespaces`, and bn.ts is
 * a `Translation<typeof en>`, so a missing or a wrong key does not compile.
 */
import { createInstance, type ReadCallback } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type FormatChoice, formats } from '#shared/format.ts';
import { bengaliDigits } from './preferences.ts';

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

// biome-ignore lint/suspicious/noEmptyInterface: every en.ts declares its namespace into it
export interface TextNamespaces {}

/** The shape of another language's file: the same keys, any texts. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

type Singular<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
/** Dotted paths of the texts; `rows_one` and `rows_other` are used as `rows` with a count. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

export type Namespace = keyof TextNamespaces & string;
export type TextKey<N extends Namespace> = KeysOf<TextNamespaces[N]>;
export type TextParams = Record<string, string | number>;
export type Translate<N extends Namespace> = (key: TextKey<N>, params?: TextParams) => string;

type Loader = () => Promise<unknown>;
/** namespace → language → loader of its texts. */
export type TextLoaders = Record<string, Partial<Record<Language, Loader>>>;

export const i18n = createInstance();

/** The language of the screen. */
export function currentLanguage(): Language {
  return i18n.resolvedLanguage === 'bn' ? 'bn' : 'en';
}

/** How numbers, money and dates are written at the moment. */
export function currentFormat(): FormatChoice {
  return { language: currentLanguage(), bengaliDigits: bengaliDigits.read() };
}

/** Starts i18next; the detection order is the specification's (§1). */
export async function startTexts(loaders: TextLoaders) {
  const backend = {
    type: 'backend' as const,
    init() {},
    read(language: string, namespace: string, answer: ReadCallback) {
      const load = loaders[namespace]?.[language as Language];
      if (!load) return answer(new Error(`no texts ${language}/${namespace}`), null);
      load().then(
        (texts) => answer(null, texts as Record<string, unknown>),
        (error: Error) => answer(error, null),
      );
    },
  };
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language.startsWith('bn') ? 'bn' : 'en';
  });
  await i18n
    .use(backend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: 'en',
      supportedLngs: [...LANGUAGES],
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common',
      // A failed load is asked for again with the next screen: texts are a chunk like any other.
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        caches: ['cookie', 'localStorage'],
      },
      interpolation: { escapeValue: false },
    });
  const formatter = i18n.services.formatter;
  formatter?.add('number', (value: number) => formats(currentFormat()).number(value));
  formatter?.add('money', (value: number) => formats(currentFormat()).money(value));
  formatter?.add('litres', (value: number) => formats(currentFormat()).litres(value));
  formatter?.add('day', (value: string) => formats(currentFormat()).day(value));
}

/** i18next's own key types would have to know every namespace; ours are checked by `TextKey` before. */
type Lookup = (key: string, options: object) => string;

/** The texts of one namespace; the screen waits (Suspense) until they are here. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const { t } = useTranslation<string>(namespace, { i18n });
  return useMemo(() => {
    const lookup = t as unknown as Lookup;
    return (key, params = {}) => lookup(key, params);
  }, [t]);
}

/** The language of the screen, and a re-render when it changes. */
export function useLanguage(): Language {
  useTranslation('common', { i18n });
  return currentLanguage();
}

/** A text by namespace and key, outside components. The namespace has to be loaded. */
export function textOf<N extends Namespace>(namespace: N, key: TextKey<N>, params: TextParams = {}): string {
  const lookup = i18n.t.bind(i18n) as unknown as Lookup;
  return lookup(key, { ...params, ns: namespace });
}
