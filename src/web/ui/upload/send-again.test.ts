import { expect, test } from 'vitest';
import { CallError } from '../../calls/call-error.ts';
import { sendAgain } from './send-again.ts';

/** Fails with these statuses, one after the other, then answers. */
function server(...statuses: number[]) {
  const tries: number[] = [];
  return {
    tries,
    send: async () => {
      const status = statuses[tries.length];
      tries.push(status ?? 200);
      if (status !== undefined) throw new CallError(status);
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

test('after some minutes the person is told, with the last failure', async () => {
  const [dead, how] = [server(...Array(20).fill(0)), patient()];
  await expect(sendAgain(dead.send, how)).rejects.toMatchObject({ status: 0 });
  expect(dead.tries).toHaveLength(9);
});
