/**
 * A file is sent again by itself when the network or the server was away: from its beginning, because a photo is small
 * (shrink-picture.ts), with the same key, so that a file which had arrived counts once. Never sooner than the server asks
 * (Retry-After).
 */
import { CallError } from '../../calls/call-error.ts';
import { isAway } from '../../calls/server-state.ts';

const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];

/** The server may want a longer pause than that: then the person is told instead, and decides when the file is sent. */
const LONGEST_WAIT_MS = 30_000;

/** How long a file waits after this failure: nobody answered. Undefined: it was refused, or the pause would be too long. */
function waitOf(error: unknown, usual_ms: number): number | undefined {
  if (!(error instanceof CallError) || (error.status !== 0 && !isAway(error.status))) return undefined;
  const asked_ms = (error.retryAfter ?? 0) * 1000;
  return asked_ms <= LONGEST_WAIT_MS ? Math.max(asked_ms, usual_ms) : undefined;
}

type Again = {
  /** It waits for the network; false when it sends again. */
  onWaiting: (isWaiting: boolean) => void;
  /** Resolves when it is worth to try: after so long, or as soon as the phone has a network again. */
  wait?: (ms: number) => Promise<void>;
};

/** Sends until somebody answers, some minutes at most. Throws what the last try threw. */
export async function sendAgain<T>(
  send: () => Promise<T>,
  { onWaiting, wait = worthTrying }: Again,
): Promise<T> {
  for (const usual_ms of WAITS_MS) {
    let ms: number | undefined;
    try {
      return await send();
    } catch (error) {
      ms = waitOf(error, usual_ms);
      if (ms === undefined) throw error;
    }
    onWaiting(true);
    await wait(ms);
    onWaiting(false);
  }
  return send();
}

function worthTrying(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}
