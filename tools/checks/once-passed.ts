/**
 * A step that is left out if it passed before with exactly these files: their names, their number and their content
 * are the key. Only a pass is noted, so that a failure is told each time.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { cacheFolder, hashOfFiles } from '../cache-folder.ts';
import { ROOT } from '../source-files.ts';

type Result = { ok: boolean; text: string };

export async function oncePassed<T extends Result>(
  name: string,
  inputs: readonly string[],
  run: () => Promise<T>,
  places: { root: string; cache?: string } = { root: ROOT },
): Promise<T | { ok: true; text: ''; seen: string }> {
  // Before the run: a file that changes meanwhile leads to another key.
  const note = cacheFolder(name, hashOfFiles(inputs, places.root), places.cache);
  if (existsSync(note)) return { ok: true, text: '', seen: '(unchanged since it passed)' };
  const result = await run();
  if (result.ok) mkdirSync(note, { recursive: true });
  return result;
}
