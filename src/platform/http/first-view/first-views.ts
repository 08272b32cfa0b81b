/**
 * What a page shows before any code has come, as the browser's own components draw it (decision 0043): only pages for people
 * who are not signed in, of the address, the language and the configuration, so that it is the same for everybody.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { asBrotli } from '../../start/compress-files.ts';
import type { BrowserConfig, FirstLoad, FirstView, Language } from '../document.ts';
import type { Order, Wanted } from './thread.ts';

export type FirstViews = (
  config: BrowserConfig,
  load: FirstLoad,
  shown: { language: Language; search: string },
) => Promise<FirstView | undefined>;

/** Folder of the build beside the browser's files. */
export const FIRST_VIEW_FOLDER = 'first-view';
const MODULE = 'first-view.js';
const LANGUAGES = ['en', 'bn'] as const;
const LONGEST_MS = 30_000;

/** Whose session ended by itself is told so; a page to come back to changes that sentence. Nothing else of an address is drawn. */
const QUERIES = ['', '?ended=1', '?ended=1&next=%2F'];

/** Which of the drawings an address gets; undefined if something else in it changes the page. */
export function queryOf(search: string): string | undefined {
  const query = new URLSearchParams(search);
  query.delete('lng');
  const [ended, next] = [query.get('ended'), query.get('next')];
  query.delete('ended');
  query.delete('next');
  if (query.size > 0 || (ended !== null && ended !== '1')) return undefined;
  if (!ended) return '';
  return next ? QUERIES[2] : QUERIES[1];
}

/** @param failed told once for each configuration that cannot be drawn: its documents come without a first view */
export function firstViews(
  folder: string,
  loads: readonly FirstLoad[],
  failed: (error: unknown) => void,
): FirstViews {
  const file = join(folder, FIRST_VIEW_FOLDER, MODULE);
  const pages = loads.filter(({ firstView }) => firstView);
  if (!existsSync(file) || pages.length === 0) return async () => undefined;
  const wanted = LANGUAGES.flatMap((language) =>
    pages.flatMap(({ path }) => QUERIES.map((query) => ({ language, address: path + query }))),
  );
  const styles = new Map<string, string>();
  const styleOf = (name: string) => {
    const known = styles.get(name) ?? readFileSync(join(folder, name), 'utf8');
    styles.set(name, known);
    return known;
  };
  let latest: { key: string; drawn: Promise<ReadonlyMap<string, string>> } | undefined;
  return async (config, load, { language, search }) => {
    const query = queryOf(search);
    // Who comes during maintenance gets another page.
    if (!load.firstView || query === undefined || config.maintenance) return undefined;
    const key = JSON.stringify(config);
    if (latest?.key !== key) {
      const drawn = drawAll({ module: pathToFileURL(file).href, config, wanted }).catch((error) => {
        failed(error);
        return new Map<string, string>();
      });
      latest = { key, drawn };
    }
    const html = (await latest.drawn).get(keyOf({ language, address: load.path + query }));
    if (!html) return undefined;
    const files = load.files[language].filter((name) => name.endsWith('.css'));
    return { html, styles: new Map(files.map((name) => [name, styleOf(name)])) };
  };
}

/** Documents with a first view are few and large, and the same for everybody: each is compressed once, like a file. */
const MOST_KEPT = 40;

export function keepsCompressed(): (document: string) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return (document) => {
    const known = kept.get(document);
    if (known) return known;
    // The configuration has changed often: the old ones are asked for no more.
    if (kept.size >= MOST_KEPT) kept.clear();
    const compressed = asBrotli(Buffer.from(document));
    kept.set(document, compressed);
    return compressed;
  };
}

const keyOf = ({ language, address }: Wanted) => `${language} ${address}`;

/** All at once: it happens at the first visit and when the configuration has changed. */
async function drawAll(order: Order): Promise<ReadonlyMap<string, string>> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    // The parent's flags (test runner, debugger) are none of the thread's business.
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MS);
  try {
    const drawn = await new Promise<string[]>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () => reject(new Error('the thread that draws the first views ended')));
    });
    return new Map(order.wanted.map((wanted, index) => [keyOf(wanted), drawn[index] ?? '']));
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
