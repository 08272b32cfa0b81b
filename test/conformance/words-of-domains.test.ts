/** The words of the domains: each is declared once and has a name in both languages. */
import { expect, test } from 'vitest';
import { faces } from '#app/services.ts';
import { allWords } from '#platform/words/all-words.ts';
import { seenBy } from '#platform/words/work-words.ts';
import type { Permission } from '#shared/permissions.ts';
import { allPermissions, type Name } from '#shared/words.ts';
import { readSource, sourceFiles } from '#tools/source-files.ts';

const BENGALI = /[\u0980-\u09ff]/;

function names(): [word: string, name: Name][] {
  return allWords.flatMap(({ permissions, audit, objects }) => [
    ...Object.entries(permissions).flatMap(([module, { title, features }]): [string, Name][] => [
      [module, title],
      ...Object.entries(features).map(([feature, { name }]): [string, Name] => [
        `${module}:${feature}`,
        name,
      ]),
    ]),
    ...Object.entries(audit),
    ...Object.entries(objects).map(([object, name]): [string, Name] => [`object ${object}`, name]),
  ]);
}

test('no permission, audit word or kind of record is declared by two domains', () => {
  const words = names().map(([word]) => word);
  expect(words.length).toBeGreaterThan(200);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test('every name is there in English and in Bengali', () => {
  expect(names().filter(([, [en, bn]]) => !/[A-Za-z]/.test(en) || !BENGALI.test(bn))).toEqual([]);
});

test('the word that lets a person see what they work on is a permission, and needs no other one itself', () => {
  const features = allWords.flatMap(({ permissions }) =>
    Object.values(permissions).flatMap((module) => Object.values(module.features)),
  );
  const named = features.flatMap((feature) => feature.seenBy ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((word) => !allPermissions(allWords).includes(word as Permission) || seenBy(word)),
  ).toEqual([]);
});

/** Of a list that came in a file: `${object}.${id === null ? 'add' : 'update'}`; the rest is elsewhere too. */
const BY_LIST = ['material.add'];

/** Words that are made of their parts: `application.${action}`, `${kind}.plan`. */
const madeOf = (word: string) => {
  const [noun, verb] = word.split('.');
  return [`'${word}'`, `\`${noun}.\${`, `}.${verb}\``];
};

test('every audit word is written by something: the log offers no act that never happens', () => {
  const program = sourceFiles(/^src\/.*\.ts$/)
    .filter((file) => !/words\.ts$|contract\.ts$|\.test\.ts$|\/web\//.test(file))
    .map((file) => readSource(file))
    .join('\n');
  const unwritten = allWords
    .flatMap(({ audit }) => Object.keys(audit))
    .filter((word) => !BY_LIST.includes(word) && !madeOf(word).some((text) => program.includes(text)));
  expect(unwritten).toEqual([]);
});

test('every domain that has a face has its words, and every domain with words has a face', () => {
  // One more: the words of what no single domain does.
  expect(allWords).toHaveLength(faces.length + 1);
  expect(allPermissions(allWords).length).toBeGreaterThan(60);
});
