/** Every list that can be had as a file, with its columns. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ListColumn } from '#platform/exports/export-list.ts';

type Made = { columns: readonly ListColumn[] };

/** Columns of every export, by the name of its endpoint. */
export async function exportsOf(): Promise<Map<string, readonly ListColumn[]>> {
  const found = new Map<string, readonly ListColumn[]>();
  for (const file of globSync('src/domains/**/exports.ts')) {
    const module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Made | (() => Made)>;
    const declared = /export const (\w+)(?:: | = \([^)]*\): )ListExport<typeof (\w+)>/g;
    for (const [, name = '', endpoint = ''] of readFileSync(file, 'utf8').matchAll(declared)) {
      const made = module[name];
      found.set(endpoint, (typeof made === 'function' ? made() : made)?.columns ?? []);
    }
  }
  return found;
}
