/** What the domains call their permissions, audit words and records, in the language of the screen. */
import { use, useCallback } from 'react';
import type { Name, Words } from '#shared/words.ts';
import { loadChunk } from '../chunk.ts';
import { wiring } from '../wiring.ts';
import { useLanguage } from './texts.ts';

let loading: Promise<Words> | undefined;

function loadWords(): Promise<Words> {
  if (loading) return loading;
  const promise = loadChunk(wiring().words);
  loading = promise;
  promise.then(
    // React reads this before it waits, as in texts.ts.
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // The next screen asks for it again.
    () => {
      loading = undefined;
    },
  );
  return promise;
}

/** The code of a page, and the words of every domain, which it shows at once. */
export async function withWords<T>(code: Promise<T>): Promise<T> {
  const [screen] = await Promise.all([code, loadWords()]);
  return screen;
}

/** The words of every domain; the screen waits (Suspense) until they are here. */
export function useWords(): Words {
  return use(loadWords());
}

/** Picks the name in the language of the screen. */
export function useNames(): (name: Name) => string {
  const at = useLanguage() === 'bn' ? 1 : 0;
  return useCallback((name) => name[at], [at]);
}
