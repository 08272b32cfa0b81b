/** What a home offers opens: with a word of a queue and the one to see what it is about (platform/words/work-words.ts) its list opens. */
import { expect, test } from 'vitest';
import { joined } from '#app/services.ts';
import { STATE_NAMES, STATES } from '#domains/applications/application.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { seenBy } from '#platform/words/work-words.ts';
import { mainActs, type WorkLink, workQueues } from '#platform/work-queues.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { PagesFile } from '#web/navigation/pages.ts';
import { mayOpen, type Visitor } from '#web/session/access.ts';

const files: PagesFile[] = await Promise.all(
  sourceFiles(/^src\/domains\/[^/]+\/web\/(?:staff-)?pages\.ts$/).map(
    async (file) => (await import(`${ROOT}/${file}`)) as PagesFile,
  ),
);
const menu = files.flatMap((file) => file.menu);
const pages = files.flatMap((file) => file.pages);

type Link = (words: ReadonlySet<string>) => WorkLink;

function opens(word: string, link: Link, needs?: string): boolean {
  const words = new Set([word, seenBy(word) ?? word, needs ?? word]);
  const visitor: Visitor = { who: 'staff', role: 'other', words };
  const { path } = link(words);
  return pages.some((page) => page.path === path && mayOpen(page, menu, visitor));
}
const actorWith = (words: ReadonlySet<string>) =>
  ({
    ...{ kind: 'staff', userId: null, role: 'other', consumerId: null, today: '2026-11-15' },
    permissions: words,
  }) as unknown as Actor;

test('the list of each queue opens for who has its word and the one to see', () => {
  const queues = joined.all(workQueues).flat();
  expect(queues.length).toBeGreaterThan(15);
  const closed = queues.flatMap(({ name, permissions, needs, list }) =>
    permissions
      .filter((word) => !opens(word, (words) => list(actorWith(words)), needs))
      .map((word) => [name, word]),
  );
  expect(closed).toEqual([]);
});

test('the main act of each word opens for who has it and the one to see', () => {
  const closed = joined
    .all(mainActs)
    .flat()
    .filter(({ permission, to }) => !opens(permission, () => to));
  expect(closed).toEqual([]);
});

test('the work of each state has its word to see', () => {
  const blind = STATE_NAMES.filter((state) => STATES[state].work && !seenBy(STATES[state].work));
  expect(blind).toEqual([]);
});
