import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { changeShown } = await import('./upload.ts');
const { onChangeSignal } = await import('./change-signals.ts');

test('an act is over when those who show it have fetched it again, and not later than in two seconds', async () => {
  const shown = Promise.withResolvers<void>();
  onChangeSignal((what) => (what === 'changed' ? shown.promise : undefined));
  const isOver = vi.fn();
  const first = changeShown().then(isOver);
  await vi.advanceTimersByTimeAsync(1000);
  expect(isOver).not.toHaveBeenCalled();
  shown.resolve();
  await first;
  expect(isOver).toHaveBeenCalledOnce();

  onChangeSignal(() => new Promise(() => undefined));
  const second = changeShown().then(isOver);
  await vi.advanceTimersByTimeAsync(2000);
  await second;
  expect(isOver).toHaveBeenCalledTimes(2);
});
