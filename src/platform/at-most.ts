/** Work of which only some runs at a time: a number of others wait for their turn, all further ones are refused. */
import { commonErrors, fail } from '#shared/errors.ts';

export type AtMost = {
  /** @param signal leaves the queue; what runs already has to look at it itself */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Refuses all that wait, as if there were too many of them. */
  refuseWaiting(): void;
};

type Waiting = { start(): void; refuse(): void };

/** @param options wait_ms: longest time in the queue, without it as long as it takes */
export function atMost(options: { running: number; waiting: number; wait_ms?: number }): AtMost {
  const queue = new Set<Waiting>();
  let running = 0;

  const turn = (signal?: AbortSignal): Promise<void> => {
    if (running < options.running) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.size >= options.waiting) return Promise.reject(fail(commonErrors.unavailable));
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiting.refuse);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          resolve();
        },
        refuse: () => {
          leave();
          reject(fail(commonErrors.unavailable));
        },
      };
      const timer = options.wait_ms === undefined ? undefined : setTimeout(waiting.refuse, options.wait_ms);
      signal?.addEventListener('abort', waiting.refuse);
      queue.add(waiting);
    });
  };

  /** The place goes to the next one, or is free. */
  const leave = () => {
    const [next] = queue;
    if (next) next.start();
    else running -= 1;
  };

  return {
    async run(work, signal) {
      await turn(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    refuseWaiting: () => {
      for (const waiting of queue) waiting.refuse();
    },
  };
}
