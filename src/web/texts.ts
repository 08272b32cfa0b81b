/**
 * Texts of the screens: one namespace a domain (its folder's name), loaded with its first screen; `common` is
 * the browser machinery's own. Keys are typed: each en.ts adds its namespace to `TextNamespaces`, and bn.ts is
 * a `Translation<typeof en>`, so a missing or a wrong key does not compile.
 */
import { createInstance, type ReadCallback } from 'i18next';
import { use, useMemo, useSyncExternalStore } from 'react';
import { type FormatChoice, formats } from '#shared/format.ts';
import { ChunkLoadError, loadChunk } from './chunk.ts';
import { detectLanguage, LANGUAGE_KEY, LANGUAGE_STORAGE_KEY } from './detect-language.ts';
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

const COOKIE_SECONDS = 365 * 24 * 3600;

/** Remembers the language where the detection looks for it. */
function remember(language: Language) {
  document.documentElement.lang = language;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without HTTPS (a town's LAN)
  document.cookie = `${LANGUAGE_KEY}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
  localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
}

function startLanguage(): Language {
  const found = detectLanguage(LANGUAGES, {
    search: location.search,
    cookie: document.cookie,
    local: localStorage.getItem(LANGUAGE_STORAGE_KEY),
    session: sessionStorage.getItem(LANGUAGE_STORAGE_KEY),
    browser: navigator.languages,
    htmlLang: document.documentElement.lang,
  });
  return found ?? 'en';
}

/** Starts i18next with the specification's detection order (§1). */
export async function startTexts(loaders: TextLoaders) {
  const backend = {
    type: 'backend' as const,
    init() {},
    read(language: string, namespace: string, answer: ReadCallback) {
      const load = loaders[namespace]?.[language as Language];
      if (!load) return answer(new Error(`no texts ${language}/${namespace}`), null);
      loadChunk(load).then(
        (texts) => answer(null, texts as Record<string, unknown>),
        (error: Error) => answer(error, null),
      );
    },
  };
  i18n.on('languageChanged', () => remember(currentLanguage()));
  await i18n.use(backend).init({
    lng: startLanguage(),
    // English is the fallback of the detection; texts need none, because Bengali is complete by its type.
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    ns: ['common'],
    defaultNS: 'common',
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

function onLanguage(listener: () => void) {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** The language of the screen, and a re-render when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}

const loading = new Map<string, Promise<void>>();

/** One promise per namespace and language: React waits for the same one over several renders. */
function loaded(namespace: string, language: Language): Promise<void> {
  const name = `${language}/${namespace}`;
  const known = loading.get(name);
  if (known) return known;
  const promise = i18n.loadNamespaces(namespace).then(() => {
    if (!i18n.hasResourceBundle(language, namespace)) throw new ChunkLoadError(new Error(`texts ${name}`));
  });
  loading.set(name, promise);
  // A failed load is asked for again by the next screen: texts are a chunk like any other.
  promise.catch(() => loading.delete(name));
  return promise;
}

/** The texts of one namespace; the screen waits (Suspense) until they are here. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const language = useLanguage();
  // In every render: a `use` that is left out when React replays the render that waited makes it lose count of
  // the hooks behind it (its error 467), and the whole page is rendered a second time.
  use(loaded(namespace, language));
  return useMemo(() => {
    const lookup = i18n.getFixedT(language, namespace) as unknown as Lookup;
    return (key, params = {}) => lookup(key, params);
  }, [language, namespace]);
}

/** A text by namespace and key, outside components. The namespace has to be loaded. */
export function textOf<N extends Namespace>(namespace: N, key: TextKey<N>, params: TextParams = {}): string {
  const lookup = i18n.t.bind(i18n) as unknown as Lookup;
  return lookup(key, { ...params, ns: namespace });
}
