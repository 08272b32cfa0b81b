/**
 * Files in a folder of this machine. A file appears under its key only when it is complete (written beside,
 * then renamed). Links have an HMAC over key, headers and end, and are opened by the program itself.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, type FileStore, type LinkTo } from './store.ts';

export type LocalStore = FileStore & {
  /** What a link's query opens, or undefined if it was changed or has run out. */
  openLink(query: Record<string, unknown>, now: Date): LinkTo | undefined;
};

/** Address of the route that opens links. */
export const FILE_LINKS = '/files';

/** True for the store whose links this program opens itself. */
export function isLocalStore(store: FileStore): store is LocalStore {
  return 'openLink' in store;
}

/**
 * @param options folder: for the files only; secret: 32 random bytes that all processes share;
 *   linkBase: address of the route that opens links, for example `/files`
 */
export function localStore(options: { folder: string; secret: Buffer; linkBase: string }): LocalStore {
  const root = resolve(options.folder);
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`key leaves the folder: ${key}`);
    return path;
  };
  const sign = (payload: string) => createHmac('sha256', options.secret).update(payload).digest();

  return {
    async put(key, content) {
      const path = pathOf(key);
      const partial = join(root, `.partial-${randomUUID()}`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      const handle = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(key) : error;
      });
      return createReadStream('', { fd: handle, ...range }) as Readable;
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async link(to, now, seconds) {
      const payload = Buffer.from(JSON.stringify({ ...to, until: now.getTime() + seconds * 1000 })).toString(
        'base64url',
      );
      return `${options.linkBase}?file=${payload}&signature=${sign(payload).toString('base64url')}`;
    },

    openLink(query, now) {
      const { file, signature } = query;
      if (typeof file !== 'string' || typeof signature !== 'string') return undefined;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(file);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const { until, ...to } = JSON.parse(Buffer.from(file, 'base64url').toString()) as LinkTo & {
        until: number;
      };
      return until > now.getTime() ? to : undefined;
    },

    async answers() {
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },

    close() {},
  };
}
