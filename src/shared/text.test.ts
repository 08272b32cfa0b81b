import { describe, expect, test } from 'vitest';
import { lineSchema, optionalLineSchema } from './text.ts';

test.each(['\u200B', ' \u2060\u200D ', '\u00AD\uFEFF', '\u202E', '\u115F'])(
  'a text that cannot be seen is missing',
  (text) => {
    expect(lineSchema().safeParse(text).success).toBe(false);
    expect(optionalLineSchema().parse(text)).toBeUndefined();
  },
);

test('joiners inside of a Bengali word stay', () => {
  for (const name of ['র\u200D্যাব', 'শরৎ\u200C চন্দ্র']) expect(lineSchema().parse(name)).toBe(name);
});

describe('a line of text', () => {
  test.each([
    ['in NFC', 'Rene\u0301', 'Ren\u00e9'],
    ['trimmed', '  Salma Akter ', 'Salma Akter'],
    ['without characters that turn the direction', 'Karim \u202Etnediserp\u202C', 'Karim tnediserp'],
    ['without marks and isolates of direction', '\u200ESalma\u200F \u2066Akter\u2069', 'Salma Akter'],
    ['with the joiners that Bengali is written with', 'র\u200d্যাব ক\u09cd\u200cষ', 'র\u200d্যাব ক\u09cd\u200cষ'],
    ['with its lines', 'one\ntwo', 'one\ntwo'],
  ])('is kept %s', (_what, typed, kept) => {
    expect(lineSchema().parse(typed)).toBe(kept);
    expect(optionalLineSchema().parse(typed)).toBe(kept);
  });

  test('of such characters only is empty', () => {
    expect(lineSchema().safeParse('\u202E \u202C').error?.issues[0]?.message).toBe('common.required');
    expect(optionalLineSchema().parse('\u202E')).toBeUndefined();
  });
});
