/** Asks for the code of a part of a screen. */
import { wouldLose } from './state/unsaved.ts';

export const AGAIN_MS = 3000;

type Answers<T> = { part: (part: T) => void; failure: (error: unknown) => void };

/** Gives what stops it. */
export function loadPart<T>(load: () => Promise<T>, { part, failure }: Answers<T>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const ask = () => {
    load().then(part, (error) => {
      // The error takes the place of the page, and what is typed on it is gone. So the part is asked for again instead.
      if (wouldLose()) timer = setTimeout(ask, AGAIN_MS);
      else failure(error);
    });
  };
  ask();
  return () => clearTimeout(timer);
}
