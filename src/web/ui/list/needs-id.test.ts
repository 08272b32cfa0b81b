import { expect, test } from 'vitest';
import type { NeedsId } from './needs-id.ts';

test('a list whose rows have no id does not compile without one', () => {
  const own: NeedsId<{ id: string }> = {};
  const named: NeedsId<{ meterId: string }> = { idOf: ({ meterId }) => meterId };
  // @ts-expect-error: its rows have no id
  const without: NeedsId<{ meterId: string }> = {};
  // @ts-expect-error: of some rows there is none
  const some: NeedsId<{ id: string | null }> = {};
  expect([own, named, without, some]).toHaveLength(4);
});
