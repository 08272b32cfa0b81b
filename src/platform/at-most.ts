/** Work of which only some runs at a time: a number of others wait for their turn, all further ones are refused. */
import { type AppError, commonErrors, fail } from '#shared/errors.ts';

export type AtMost = {
  /** @param signal leaves the queue; what runs already has to look at it itself */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Refuses all that wait, as if there were too many of them. */
  refuseWaiting(): void;
};

type Waiting = { start(): void; refuse(): void };

type Turns = { running: number; waiting: number; wait_ms?: number };

const unavailable = () => fail(commonErrors.unavailable);

/**
 * @param options wait_ms: longest time in the queue, without it as long as it takes
 * @param refusal what is told to those for whom there is no turn
 */
export function atMost(options: Turns, refusal: () => AppError = unavailable): AtMost {
  const queue = new Set<Waiting>();
  let running = 0;

  const turn = (signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return Promise.reject(refusal());
    if (running < options.running) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.size >= options.waiting) return Promise.reject(refusal());
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
          reject(refusal());
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

export type AtMostEach = {
  run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/** The same for each person: who asks for much waits behind their own work only, and is told to wait when that is too much. */
export function atMostEach(options: Turns & { ask_again_s: number }): AtMostEach {
  const refusal = () => fail(commonErrors.too_many_requests, { seconds: options.ask_again_s });
  const people = new Map<string, { turns: AtMost; inside: number }>();
  return {
    run: async (person, work, signal) => {
      const own = people.get(person) ?? { turns: atMost(options, refusal), inside: 0 };
      people.set(person, own);
      own.inside += 1;
      try {
        return await own.turns.run(work, signal);
      } finally {
        own.inside -= 1;
        if (own.inside === 0) people.delete(person);
      }
    },
  };
}
