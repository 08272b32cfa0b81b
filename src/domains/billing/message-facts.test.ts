/** A household reads the same facts in both languages: a text that leaves out a fact of the other one is a mistake. */
import { expect, test } from 'vitest';
import type { MessageText } from '#domains/settings/speaker.ts';
import * as categories from './categories/message-texts.ts';
import * as disputes from './disputes/message-texts.ts';
import * as emptyHouses from './empty-houses/message-texts.ts';
import * as invoices from './invoices/message-texts.ts';
import * as leaks from './leaks/message-texts.ts';
import * as plans from './payment-plans/message-texts.ts';

const isText = (value: unknown): value is MessageText =>
  typeof value === 'object' && value !== null && 'en' in value && typeof value.en === 'function';

/** The texts of a module, whether they are exported alone or in a table. */
function textsIn(value: unknown, name: string): [string, MessageText][] {
  if (isText(value)) return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${name}.${key}`));
}

function factsOf(write: MessageText['en']): string[] {
  const facts = new Set<string>();
  const noted = new Proxy({} as Record<string, string> & { utility: string }, {
    get: (_, name) => {
      facts.add(String(name));
      return 'x';
    },
  });
  write(noted);
  return [...facts].sort();
}

const all = textsIn({ categories, disputes, emptyHouses, invoices, leaks, plans }, '').map(
  ([name, text]) => [name.slice(1), text] as const,
);

test('there are texts of each part of billing', () => {
  const parts = new Set(all.map(([name]) => name.split('.')[0]));
  expect(parts).toEqual(new Set(['categories', 'disputes', 'emptyHouses', 'invoices', 'leaks', 'plans']));
});

test.each(all)('%s', (_, text) => {
  expect(factsOf(text.bn)).toEqual(factsOf(text.en));
  if (text.subject) expect(factsOf(text.subject.bn)).toEqual(factsOf(text.subject.en));
});
