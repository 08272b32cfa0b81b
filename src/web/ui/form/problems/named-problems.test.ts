/** The part of a document that the summary asks, in the order of the screen. */
import { afterEach, expect, test, vi } from 'vitest';
import { controlOf, namedProblems } from './named-problems.ts';

type Fake = { id: string; label?: string; text?: string; isControl?: boolean; first?: Fake };

function screen(shown: readonly Fake[]) {
  const all = shown.flatMap((fake) => (fake.first ? [fake, fake.first] : [fake]));
  const made = all.map((fake, place) => ({
    place,
    id: fake.id,
    textContent: fake.text,
    labels: fake.label ? [{ textContent: fake.label }] : undefined,
    matches: () => fake.isControl ?? false,
    querySelector: () => made.find(({ id }) => id === fake.first?.id) ?? null,
    compareDocumentPosition: (other: { place: number }) => (other.place > place ? 4 : 2),
  }));
  const getElementById = (wanted: string) => made.find(({ id }) => id === wanted) ?? null;
  vi.stubGlobal('document', { getElementById });
}
afterEach(() => void vi.unstubAllGlobals());

const required = (path: string) => ({ path, code: 'common.required' });

test('a group is called by its own text and leads to its first choice; the order is that of the screen', () => {
  screen([
    { id: 'f-channel-label', text: 'How they asked *' },
    { id: 'f-channel', first: { id: 'f-phone', isControl: true } },
    { id: 'f-callerName', label: 'Who asked *', isControl: true },
    { id: 'f-repairedOn', label: 'Repaired on', isControl: true },
  ]);
  const ofSchema = ['missing', 'repairedOn', 'callerName', 'channel'].map(required);
  expect(namedProblems('f', ofSchema).map(({ problem, label }) => [problem.path, label])).toEqual([
    ['channel', 'How they asked'],
    ['callerName', 'Who asked'],
    ['repairedOn', 'Repaired on'],
    ['missing', undefined],
  ]);
  expect(controlOf('f', 'channel')?.id).toBe('f-phone');
  expect(controlOf('f', 'callerName')?.id).toBe('f-callerName');
  expect(controlOf('f', 'missing')).toBeNull();
});
