/**
 * Texts of the screens: one namespace a domain (its folder's name), loaded with its first screen; `common` is
 * the browser machinery's own. Keys are typed: each en.ts adds its namespace to `TextNamespaces`, and bn.ts is
 * a `Translation<typeof en>`, so a missing or a wrong key does not compile.
 */

import { use, useMemo, useSyncExternalStore } from 'react';
import { type FormatChoice, formats } from '#shared/format.ts';
import { detectLanguage, LANGUAGE_KEY, LANGUAGE_STORAGE_KEY } from '#shared/language/detect-language.ts';
import { ChunkLoadError, loadChunk } from '../chunk.ts';
import { offeredLanguages, webConfig } from '../config.ts';
import { bengaliDigits } from '../state/preferences.ts';
import {
  countedTextAt,
  type Dictionary,
  filled,
  type TextParams,
  type WAYS,
  type Writer,
} from './dictionary.ts';

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
export type Translate<N extends Namespace> = (key: TextKey<N>, params?: TextParams) => string;

type Loader = () => Promise<Dictionary>;
/** namespace → language → loader of its texts. */
export type TextLoaders = Record<string, Partial<Record<Language, Loader>>>;

let loaders: TextLoaders = {};
let language: Language = 'en';
let isChosen = false;
const dictionaries = new Map<string, Dictionary>();
const loading = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/** The language of the screen. */
export function currentLanguage(): Language {
  return language;
}

/** How numbers, money and dates are written at the moment. */
export function currentFormat(): FormatChoice {
  return { language, bengaliDigits: bengaliDigits.read() };
}

/** Loads a namespace once; one promise for all who wait. A failed load is asked for again by the next screen. */
function loadIn(wanted: Language, namespace: string): Promise<void> {
  const name = `${wanted}/${namespace}`;
  const known = loading.get(name);
  if (known) return known;
  const load = loaders[namespace]?.[wanted];
  const promise = (async () => {
    if (!load) throw new ChunkLoadError(new Error(`no texts ${name}`));
    dictionaries.set(name, await loadChunk(load));
  })();
  loading.set(name, promise);
  promise.then(
    // React reads this before it waits. Without it a screen whose texts are here would still wait for a moment, and
    // what has waited is shown by React only 300 ms later.
    () => Object.assign(promise, { status: 'fulfilled', value: undefined }),
    () => loading.delete(name),
  );
  return promise;
}

/** Loads a namespace in the language of the screen. */
export function loadTexts(namespace: string): Promise<void> {
  return loadIn(language, namespace);
}

/** Another person is coming: a domain may have other texts for them. */
export function forgetTexts() {
  for (const known of [dictionaries, loading]) {
    for (const name of known.keys()) if (!name.endsWith('/common')) known.delete(name);
  }
}

const COOKIE_SECONDS = 365 * 24 * 3600;

/** Changes the language after its texts have come, and remembers it for the detection. One that is not offered stays unshown. */
export async function setLanguage(next: Language) {
  if (!offeredLanguages().includes(next)) return;
  await show(next);
  isChosen = true;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without HTTPS (a town's LAN)
  document.cookie = `${LANGUAGE_KEY}=${next}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
  localStorage.setItem(LANGUAGE_STORAGE_KEY, next);
}

async function show(next: Language) {
  const used = [...dictionaries.keys()].map((name) => name.split('/')[1] ?? '');
  await Promise.all([...new Set(['common', ...used])].map((namespace) => loadIn(next, namespace)));
  language = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** For the first view, which the server draws in the language that it found (first-view.tsx). */
export async function startTextsIn(wanted: Language, all: TextLoaders) {
  loaders = all;
  language = wanted;
  await loadTexts('common');
}

/** Loads the common texts in the language that the specification's order (§1) finds. */
export async function startTexts(all: TextLoaders) {
  loaders = all;
  const places = {
    search: location.search,
    cookie: document.cookie,
    local: localStorage.getItem(LANGUAGE_STORAGE_KEY),
    session: sessionStorage.getItem(LANGUAGE_STORAGE_KEY),
    browser: navigator.languages,
    htmlLang: document.documentElement.lang,
  };
  const offered = offeredLanguages();
  const chosen = detectLanguage(offered, { ...places, browser: [], htmlLang: '' });
  // What the browser is set to is found again each time: only a choice is remembered.
  if (chosen) await setLanguage(chosen);
  else await show(detectLanguage(offered, places) ?? offered[0] ?? 'en');
}

/** `{{amount, money}}`: the ways of writing that texts may ask for. */
function writers(): Record<(typeof WAYS)[number], Writer> {
  const write = formats(currentFormat(), webConfig().timeZone);
  return {
    number: (value) => write.number(Number(value)),
    digits: (value) => write.digits(String(value)),
    money: (value) => write.money(Number(value)),
    m3: (value) => write.cubicMetres(Number(value)),
    day: (value) => write.day(String(value)),
    month: (value) => write.month(String(value)),
    time: (value) => write.time(String(value)),
  };
}

function textIn(wanted: Language, namespace: string, key: string, params: TextParams): string | undefined {
  const dictionary = dictionaries.get(`${wanted}/${namespace}`);
  const text = countedTextAt(dictionary, key, { language: wanted, count: params.count });
  return text === undefined ? undefined : filled(text, params, writers());
}

/** The text of a namespace's key, or undefined if it has none or is not loaded. */
export function findText(namespace: string, key: string, params: TextParams = {}): string | undefined {
  return textIn(language, namespace, key, params);
}

/** A text by namespace and key, outside components. The namespace has to be loaded. */
export function textOf<N extends Namespace>(namespace: N, key: TextKey<N>, params: TextParams = {}): string {
  return findText(namespace, key, params) ?? key;
}

/** Whether somebody chose the language on this device, now or before. */
export function isLanguageChosen(): boolean {
  return isChosen;
}

export function onLanguage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of the screen, and a re-render when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);
}

/** The texts of one namespace; the screen waits (Suspense) until they are here. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const shown = useLanguage();
  // In every render, loaded or not: a `use` that is left out when React replays the render that waited makes it
  // lose count of the hooks behind it (its error 467), and the page is not shown.
  use(loadIn(shown, namespace));
  return useMemo(
    (): Translate<N> =>
      (key, params = {}) =>
        textIn(shown, namespace, key, params) ?? key,
    [shown, namespace],
  );
}
