/** A part of a screen whose code does not come: the error may take the place of the page only if nothing typed is lost by that. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGAIN_MS, loadPart } from './load-part.ts';
import { markUnsaved } from './state/unsaved.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  markUnsaved('form', false);
  vi.useRealTimers();
});

/** A network that fails so many times. */
function asked(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error('no network');
    return 'part';
  });
  const [part, failure] = [vi.fn(), vi.fn()];
  return { load, part, failure, stop: loadPart(load, { part, failure }) };
}

test('is asked for again as long as something typed would be lost', async () => {
  markUnsaved('form', true);
  const { load, part, failure } = asked(2);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect([load.mock.calls.length, part.mock.calls.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(part.mock.calls).toEqual([['part']]);
  expect(failure).not.toHaveBeenCalled();
});

test('fails at the first time if nothing is typed, so that the person sees it', async () => {
  const { load, failure } = asked(1);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect([load.mock.calls.length, failure.mock.calls.length]).toEqual([1, 1]);
});

test('is not asked for any more after it has left the screen', async () => {
  markUnsaved('form', true);
  const { load, stop } = asked(9);
  await vi.advanceTimersByTimeAsync(1);
  stop();
  await vi.advanceTimersByTimeAsync(AGAIN_MS * 3);
  expect(load).toHaveBeenCalledTimes(1);
});
