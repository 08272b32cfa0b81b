/**
 * An address ends up in the logs of every proxy on the way, so what somebody writes about a change is in the body of the call
 * and never in its address. Addresses of changes hold ids, days, numbers and words of a list only.
 */
import { expect, test } from 'vitest';
import { label, registry } from './registry.ts';
import { inputSchema, type Schema } from './sample-input.ts';

const MARK = 'the mark of a preview, which the program made';

/** Texts that no person writes about a change, and what they are. */
const NAMES: Record<string, string> = {
  'DELETE main/file-upload filename': 'the name of an upload, as the specification has it',
  'DELETE main/settings/reading-checks category': 'a category of connections, by its code',
  'POST billing/bank-files/import save': MARK,
  'POST main/dma/import save': MARK,
  'POST main/material/import save': MARK,
  'POST main/road/import save': MARK,
  'POST main/sector/import save': MARK,
};

const isFree = ({ type, format, pattern, enum: words, const: word, anyOf = [] }: Schema): boolean =>
  anyOf.some(isFree) ||
  (type === 'string' && format === undefined && pattern === undefined && !words && word === undefined);

test('no change has a free text in its address', () => {
  const free = registry
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .flatMap((registered) =>
      [registered.endpoint.params, registered.endpoint.query]
        .flatMap((part) => Object.entries(inputSchema(part).properties ?? {}))
        .filter(([, schema]) => isFree(schema))
        .map(([name]) => `${label(registered)} ${name}`),
    );
  expect(free.sort()).toEqual(Object.keys(NAMES).sort());
});
