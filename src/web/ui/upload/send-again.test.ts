import { expect, test } from 'vitest';
import { CallError } from '../../calls/call-error.ts';
import { sendAgain } from './send-again.ts';

/** Fails with these statuses, one after the other, then answers. Beside a status: the pause that the server asks for. */
function server(...statuses: (number | [status: number, retryAfter: number])[]) {
  const tries: number[] = [];
  return {
    tries,
    send: async () => {
      const [status, retryAfter] = [statuses[tries.length]].flat();
      tries.push(status ?? 200);
      if (status !== undefined) throw new CallError(status, {}, retryAfter);
      return 'arrived';
    },
  };
}

const patient = () => {
  const steps: (boolean | number)[] = [];
  return {
    steps,
    onWaiting: (isWaiting: boolean) => void steps.push(isWaiting),
    wait: async (ms: number) => void steps.push(ms),
  };
};

test('a file is sent again while nobody answers, each time after a longer wait', async () => {
  const [away, how] = [server(0, 503, 502, 0), patient()];
  expect(await sendAgain(away.send, how)).toBe('arrived');
  expect(away.tries).toEqual([0, 503, 502, 0, 200]);
  expect(how.steps).toEqual([true, 1000, false, true, 2000, false, true, 4000, false, true, 8000, false]);
});

test('what was refused is not sent again, nor what was cancelled', async () => {
  for (const status of [413, 422, 409, 429, 500]) {
    const [refusing, how] = [server(status), patient()];
    await expect(sendAgain(refusing.send, how)).rejects.toMatchObject({ status });
    expect(refusing.tries).toEqual([status]);
    expect(how.steps).toEqual([]);
  }
  const cancelled = async () => {
    throw new DOMException('cancelled', 'AbortError');
  };
  await expect(sendAgain(cancelled, patient())).rejects.toThrow('cancelled');
});

test('a file is not sent sooner than the server asks; of a long pause the person is told at once', async () => {
  const [busy, how] = [server([503, 5], [503, 1], [503, 30]), patient()];
  expect(await sendAgain(busy.send, how)).toBe('arrived');
  expect(how.steps).toEqual([true, 5000, false, true, 2000, false, true, 30_000, false]);

  const [maintained, told] = [server([503, 120]), patient()];
  await expect(sendAgain(maintained.send, told)).rejects.toMatchObject({ status: 503, retryAfter: 120 });
  expect([maintained.tries, told.steps]).toEqual([[503], []]);
});

test('after some minutes the person is told, with the last failure', async () => {
  const [dead, how] = [server(...Array(20).fill(0)), patient()];
  await expect(sendAgain(dead.send, how)).rejects.toMatchObject({ status: 0 });
  expect(dead.tries).toHaveLength(9);
});
