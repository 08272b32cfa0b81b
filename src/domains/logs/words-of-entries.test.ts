/** On a Bengali screen an entry reads in Bengali: each field that a call can write has a name, each code the screens' word. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FLAG_NAMES, READING_STATE_NAMES } from '#domains/meters/readings/names.rules.ts';
import { allWords } from '#platform/words/all-words.ts';
import { registry } from '#test/conformance/registry.ts';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import { FIELDS } from './field-names.rules.ts';
import { fieldWords } from './field-words.rules.ts';
import { BUILDINGS, ROLES } from './value-names.rules.ts';
import { valueWords } from './value-words.rules.ts';

type Texts = Record<string, Record<string, string>>;
/** The dictionaries belong to the browser's program, so this one does not compile them. */
const load = async (file: string, name: string) =>
  ((await import(`${ROOT}/src/domains/${file}.ts`)) as Record<string, Texts>)[name] as Texts;
const [buildings, buildingsBn, meters, metersBn, roles, rolesBn] = await Promise.all([
  load('applications/web/en', 'en'),
  load('applications/web/bn', 'bn'),
  load('meters/web/en-staff', 'staff'),
  load('meters/web/bn-staff', 'staff'),
  load('roles/web/en', 'en'),
  load('roles/web/bn', 'bn'),
]);

type Json = { [key in 'anyOf' | 'oneOf' | 'allOf']?: Json[] } & {
  properties?: Record<string, Json>;
  items?: Json;
};

/** Names of all fields within a schema. */
function fieldsIn(schema: Json | undefined): string[] {
  if (!schema) return [];
  const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
  const inner = [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap(fieldsIn);
  return [...inner, ...Object.entries(properties).flatMap(([name, value]) => [name, ...fieldsIn(value)])];
}

/** Most entries hold what the call was given. */
const given = registry
  .filter(({ endpoint: { audit } }) => audit && !(typeof audit === 'object' && 'none' in audit))
  .flatMap(({ endpoint: { body } }) =>
    body ? fieldsIn(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Json) : [],
  );

/** The others name their fields where they are written. */
const written = sourceFiles(/^src\/domains\/.*\/(?:actions|pipeline)\/[^/]+(?<!\.test)\.ts$/).flatMap(
  (file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    return [...text.matchAll(/\b(?:before|after|details|was|is): \{([^{}]*)\}/g)].flatMap(([, list = '']) =>
      list
        .replace(/\([^()]*\)/g, '')
        .split(',')
        .flatMap((part) => /^\s*([a-z]\w*)\s*(?::|$)/.exec(part)?.[1] ?? []),
    );
  },
);

/** What a person types elsewhere: never in an entry, or an amount of notes and coins under its own figure. */
const isFigure = (name: string) => /^\d+$/.test(name);

test('each field that a call can write into an entry has a Bengali name', () => {
  const all = new Set([...given, ...written]);
  expect(all.size).toBeGreaterThan(200);
  const unnamed = [...all].filter(
    (name) => !isFigure(name) && !/[\u0980-\u09FF]/.test(fieldWords(allWords, name)[1]),
  );
  expect(unnamed).toEqual([]);
});

test('a field has one name: in the words of its domain, or among those of several', () => {
  const names = [...allWords.flatMap(({ fields = {} }) => Object.keys(fields)), ...Object.keys(FIELDS)];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('codes have the words of the screens', () => {
  const words = (name: string, en: Texts, bn: Texts, keys = Object.keys(en[name] ?? {})) =>
    Object.fromEntries(keys.map((key) => [key, [en[name]?.[key], bn[name]?.[key]]]));
  expect(ROLES).toEqual(words('names', roles, rolesBn));
  expect(READING_STATE_NAMES).toEqual(words('states', meters, metersBn, Object.keys(READING_STATE_NAMES)));
  expect(FLAG_NAMES).toEqual(words('flags', meters, metersBn));
  expect(BUILDINGS).toEqual(words('building_kinds', buildings, buildingsBn));
});

test('a state has the word of its own kind of record; a text of people is no code', () => {
  expect(valueWords('state', 'PENDING', 'application')).toEqual(['New', 'নতুন']);
  expect(valueWords('state', 'PENDING', 'payment')?.[1]).toBe('অপেক্ষমাণ');
  expect(valueWords('state', 'MISSING', 'bank_download')?.[1]).toBe('পাওয়া যায়নি');
  expect(valueWords('state', 'VALID', 'reading')?.[1]).toBe('যাচাই হয়েছে');
  expect(valueWords('role', 'rajukAE')?.[1]).toBe('রাজউক সহকারী প্রকৌশলী');
  expect(valueWords('desk', 'rajukPD')?.[1]).toBe('রাজউক প্রকল্প পরিচালক');
  expect(valueWords('kind', 'Applicant_nid_front')?.[1]).toContain('জাতীয় পরিচয়পত্র');
  expect(valueWords('flags', 'VERY_HIGH')?.[1]).toBe('অত্যধিক');
  expect(valueWords('name', 'Admin')).toBeUndefined();
  expect(valueWords('code', 'night-shift')).toBeUndefined();
  expect(valueWords('state', 'toString')?.[0]).toBe('To string');
});
