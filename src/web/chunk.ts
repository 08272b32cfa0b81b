/**
 * Loading a screen's code. A chunk that is gone (a new version was deployed) or does not come within 120000 ms
 * (spec §9) raises a ChunkLoadError: the page is reloaded once by itself, then the error screen shows. It is not reloaded
 * if something typed would be lost, or if no page would come: a phone without a network fetches the next page's code at a touch.
 */
import { wouldLose } from './state/unsaved.ts';

const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED_AT = 'chunkReloadedAt';
/** A second failure within this time is no old version: reloading again would loop. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

async function isServed(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

/** True if it reloads, so that nothing else has to be shown. */
async function reloadOnce(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_AGAIN_AFTER_MS || !(await isServed())) return false;
  // Asked last: something may have been typed while the server was asked.
  if (wouldLose()) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
  return true;
}

/** Awaits a dynamic import. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), CHUNK_TIMEOUT_MS);
    });
    return await Promise.race([load(), late]);
  } catch (error) {
    if (navigator.onLine && (await reloadOnce())) return new Promise<never>(() => {});
    throw new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}
