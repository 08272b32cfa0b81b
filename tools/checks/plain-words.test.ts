import { describe, expect, test } from 'vitest';
import { avoidedWords, wordsIn } from './plain-words.ts';

const words = (source: string, file = 'src/a.ts') =>
  wordsIn(file, source).map((problem) => problem.replace(/^([^:]*:\d+: (?:"[^"]*"|[^:]*)).*$/s, '$1'));

describe('avoided words', () => {
  test('are found in comments of each kind, with file and line', () => {
    expect(words('/** Null where none is. */')).toEqual(['src/a.ts:1: "where"']);
    expect(words('/**\n * First.\n * Said otherwise.\n */\nlet a; // begun\n')).toEqual([
      'src/a.ts:3: "Said"',
      'src/a.ts:3: "otherwise"',
      'src/a.ts:5: "begun"',
    ]);
    expect(words('const a = <p>{/* It lies here. */}</p>;', 'src/a.tsx')).toEqual(['src/a.tsx:1: "lies"']);
  });

  test('are found if the words stretch over two lines of a comment', () => {
    expect(words('/**\n * Shown once\n * it is there.\n */')).toEqual(['src/a.ts:2: "once it"']);
  });

  test('are found in names of tests, also with each, skipIf and templates', () => {
    expect(words("it('is there where it is wanted', () => {});")).toEqual(['src/a.ts:1: "where"']);
    expect(words("test.each([1])('said %s', () => {});")).toEqual(['src/a.ts:1: "said"']);
    expect(words('describe.skipIf(true)(`whoever is`, () => {});')).toEqual(['src/a.ts:1: "whoever"']);
  });

  test('are found in names of variables, types, properties and files', () => {
    expect(words('const wasBegun = 1;')).toEqual(['src/a.ts:1: name wasBegun']);
    expect(words('type A = { said_reason: string };')).toEqual(['src/a.ts:1: name said_reason']);
    expect(words('', 'src/acted-on.ts')).toEqual(['src/acted-on.ts:1: name acted-on.ts']);
    expect(words('list.map((one) => one.id);')).toEqual(['src/a.ts:1: parameter one']);
  });

  test('are found in what a contract states of a call', () => {
    const contract =
      "const a = endpoint({ path: '/whatever', summary: 'Start a draft with whatever is known' });";
    expect(words(contract)).toEqual(['src/a.ts:1: "whatever"']);
    expect(words('const a = { description: `Said before` };')).toEqual(['src/a.ts:1: "Said"']);
  });

  test('are found in Markdown, but not in its code', () => {
    expect(words('It stands\nhere, where `where` is code.\n\n```sh\nwhere\n```\n', 'docs/a.md')).toEqual([
      'docs/a.md:1: "stands"',
      'docs/a.md:2: "where"',
    ]);
  });

  test('are found in comments of style sheets and papers, not in their code', () => {
    expect(words('.where {\n  /* It stands\n   * here. */\n}', 'src/a.css')).toEqual([
      'src/a.css:2: "stands"',
    ]);
    expect(words('show heading.where(level: 1) // whatever\n/* said */', 'src/a.typ')).toEqual([
      'src/a.typ:1: "whatever"',
      'src/a.typ:2: "said"',
    ]);
    expect(words('link("https://where.test")', 'src/a.typ')).toEqual([]);
  });

  test('are left alone in texts, in SQL, in backticks, and after the noun of a place', () => {
    expect(words("const text = 'Said where it stands';")).toEqual([]);
    expect(words('const query = sql`select 1 where true`;')).toEqual([]);
    expect(words('// The WHERE of a query; `where` in code; the page where it is shown.')).toEqual([]);
    expect(words('// Kept for a day, once a month; a stand-in program; P stands for poisha.')).toEqual([]);
    expect(words('const row = await one(tx, query);')).toEqual([]);
  });
});

test('the whole project is free of them', () => {
  expect(avoidedWords().problems).toEqual([]);
});
