/**
 * A file is sent again by itself when the network or the server was away: from its beginning, because a photo is small
 * (shrink-picture.ts), with the same key, so that a file which had arrived counts once.
 */
import { CallError } from '../../calls/call-error.ts';
import { isAway } from '../../calls/server-state.ts';

const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];

/** It was not refused: nobody answered. */
const isInterrupted = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || isAway(error.status));

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
  for (const ms of WAITS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isInterrupted(error)) throw error;
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
