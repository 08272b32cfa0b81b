import { expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { atMost, atMostEach } from './at-most.ts';

/** Work that ends when it is told to. */
function works() {
  const running: (() => void)[] = [];
  let highest = 0;
  const work = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push(resolve);
    highest = Math.max(highest, running.length);
    return promise;
  };
  const end = () => running.shift()?.();
  return { work, end, running: () => running.length, highest: () => highest };
}

const isBusy = (error: unknown) => error instanceof AppError && error.error.code === 'common.unavailable';

test('so many at a time, the next when one has ended, those over the queue are refused at once', async () => {
  const { work, end, running, highest } = works();
  const limited = atMost({ running: 2, waiting: 3 });
  const all = Array.from({ length: 6 }, () => limited.run(work));
  await expect(all[5]).rejects.toSatisfy(isBusy);
  expect(running()).toBe(2);
  for (let n = 0; n < 5; n += 1) {
    end();
    await Promise.resolve();
    await new Promise(setImmediate);
  }
  await Promise.all(all.slice(0, 5));
  expect(highest()).toBe(2);
});

test('a failure gives its place on', async () => {
  const limited = atMost({ running: 1, waiting: 1 });
  const failed = limited.run(async () => {
    throw new Error('no');
  });
  const next = limited.run(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limited.run(async () => 'again')).toBe('again');
});

test('a waiting call leaves by time, by signal, or when all are refused; the places stay right', async () => {
  const { work, end, running } = works();
  const limited = atMost({ running: 1, waiting: 5, wait_ms: 50 });
  const first = limited.run(work);
  await expect(limited.run(work)).rejects.toSatisfy(isBusy);
  const gone = new AbortController();
  const aborted = limited.run(work, gone.signal);
  gone.abort();
  await expect(aborted).rejects.toSatisfy(isBusy);
  const refused = limited.run(work);
  limited.refuseWaiting();
  await expect(refused).rejects.toSatisfy(isBusy);
  expect(running()).toBe(1);
  end();
  await first;
  expect(await limited.run(async () => 'next')).toBe('next');
});

test('who has gone before it is their turn takes no place', async () => {
  const limited = atMost({ running: 1, waiting: 1 });
  await expect(limited.run(async () => 'done', AbortSignal.abort())).rejects.toSatisfy(isBusy);
});

test('of each person so many: another one starts at once, and too much is refused with when to come again', async () => {
  const { work, end, running } = works();
  const limited = atMostEach({ running: 1, waiting: 1, ask_again_s: 7 });
  const own = [limited.run('a', work), limited.run('a', work)];
  await expect(limited.run('a', work)).rejects.toMatchObject({
    error: { code: 'common.too_many_requests' },
    params: { seconds: 7 },
  });
  expect(await limited.run('b', async () => 'at once')).toBe('at once');
  expect(running()).toBe(1);
  for (const call of own) {
    end();
    await call;
    await new Promise(setImmediate);
  }
  // Nothing is left of the person, and a failure gives the place back too.
  await expect(
    limited.run('a', async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await limited.run('a', async () => 'again')).toBe('again');
});
