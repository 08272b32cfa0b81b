/**
 * Folders for what can be made again: `.cache/<name>/<key>`, ignored by git. The key is a hash of everything that
 * the content depends on, so a change of any input leads to another folder and an old result is never read.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './source-files.ts';

const CACHE = join(ROOT, '.cache');
/** A folder that no run used for this long is deleted. */
const UNUSED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Hash of these files: their paths from the project's folder and their content. */
export function hashOfFiles(files: readonly string[], root = ROOT): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${relative('', file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 24);
}

/** Path of the folder for this key; it is made here or by the caller. Folders of the same name that are old go. */
export function cacheFolder(name: string, key: string, cache = CACHE): string {
  const above = join(cache, name);
  mkdirSync(above, { recursive: true });
  const now = new Date();
  for (const entry of readdirSync(above)) {
    const path = join(above, entry);
    try {
      if (entry === key) utimesSync(path, now, now);
      else if (now.getTime() - statSync(path).mtimeMs > UNUSED_DAYS * DAY_MS) {
        rmSync(path, { recursive: true, force: true });
      }
    } catch (error) {
      // Another run deleted the folder first.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return join(above, key);
}
