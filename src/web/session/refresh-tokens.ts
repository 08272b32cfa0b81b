/**
 * The session's refresh (spec §7, §9): one at a time over all tabs, and a tab that waited takes the tokens that
 * the other one saved. Up to 3 attempts on transient failures. Everything it touches is passed in.
 */
export type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string };

export type RefreshParts = {
  read: () => Tokens | null;
  save: (tokens: Tokens) => void;
  /** POST of the refresh token. */
  ask: (refreshToken: string) => Promise<Partial<Tokens>>;
  isTransient: (error: unknown) => boolean;
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  wait: (delay_ms: number) => Promise<void>;
};

export const REFRESH_ATTEMPTS = 3;
const FIRST_DELAY_MS = 400;
/** Another tab's process sees a stored value some milliseconds after it was written, the lock at once. */
const STORAGE_SETTLES_MS = 100;

async function askRepeatedly(parts: RefreshParts, refreshToken: string): Promise<Partial<Tokens>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await parts.ask(refreshToken);
    } catch (error) {
      if (attempt === REFRESH_ATTEMPTS || !parts.isTransient(error)) throw error;
      await parts.wait(FIRST_DELAY_MS * 2 ** (attempt - 1));
    }
  }
}

/**
 * Makes the refresh function: given the IdToken that was refused, it resolves to tokens that are newer, to null
 * if there is no session any more, and throws what the last attempt threw.
 */
export function refresher(parts: RefreshParts): (staleIdToken: string) => Promise<Tokens | null> {
  let running: Promise<Tokens | null> | null = null;
  const run = async (stale: string) => {
    let stored = parts.read();
    if (stored?.IdToken === stale) {
      await parts.wait(STORAGE_SETTLES_MS);
      stored = parts.read();
    }
    if (!stored || stored.IdToken !== stale) return stored;
    const answer = await askRepeatedly(parts, stored.RefreshToken);
    const fresh = { ...stored, ...answer };
    parts.save(fresh);
    return fresh;
  };
  return async (stale) => {
    running ??= parts
      .exclusive(() => run(stale))
      .finally(() => {
        running = null;
      });
    return running;
  };
}
