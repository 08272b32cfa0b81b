/** What an act makes old: what the page shows is asked again at once, the options of its filters when they are next shown. */
import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { signalChange } from './change-signals.ts';
import { queryClient } from './use-answer.ts';

const OPTIONS = { afterActs: 'when-shown' };

/** How often the answer is asked, and a way to show it: as the page does, or as the options of a filter. */
function answerOf(queryKey: QueryKey) {
  const queryFn = vi.fn(async () => 'answer');
  const show = (meta?: typeof OPTIONS) =>
    new QueryObserver(queryClient, { queryKey, queryFn, ...(meta ? { meta } : {}) }).subscribe(
      () => undefined,
    );
  return { queryFn, show };
}

test('the options of a filter are not asked again for each act', async () => {
  const { queryFn, show } = answerOf(['sectors']);
  show(OPTIONS);
  await vi.waitFor(() => expect(queryClient.getQueryData(['sectors'])).toBe('answer'));
  await signalChange('changed');
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test('what a page shows is asked again, also if the options of a filter are the same answer', async () => {
  for (const [key, ...order] of [
    ['page first', undefined, OPTIONS],
    ['filter first', OPTIONS, undefined],
  ] as const) {
    const { queryFn, show } = answerOf([key]);
    for (const meta of order) show(meta);
    await vi.waitFor(() => expect(queryClient.getQueryData([key])).toBe('answer'));
    await signalChange('changed');
    expect(queryFn, key).toHaveBeenCalledTimes(2);
  }
});
