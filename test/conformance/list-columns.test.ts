/** What a person chooses on the screen of a list is what its file holds: every column has its field in the export. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { chosenColumns, exportColumn, type ListColumn } from '#platform/exports/export-list.ts';
import { testApp } from '#test/app.ts';

/** Columns that put several rows, or a sum, into words: their parts are in files of their own. */
const ONLY_SHOWN = ['payment-history.tsx bills', 'material-list.tsx next'];
/** Lists whose columns are written in another file than the list itself. */
const COLUMNS_OF: Record<string, string> = {
  'pipeline-list.tsx': 'src/domains/applications/web/lists/columns.tsx',
};

type Made = { columns: readonly ListColumn[] };

/** Columns of every export, by the name of its endpoint. */
async function exportsOf(): Promise<Map<string, readonly ListColumn[]>> {
  const found = new Map<string, readonly ListColumn[]>();
  for (const file of globSync('src/domains/**/exports.ts')) {
    const module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Made | (() => Made)>;
    const declared = /export const (\w+)(?:: | = \([^)]*\): )ListExport<typeof (\w+)>/g;
    for (const [, name = '', endpoint = ''] of readFileSync(file, 'utf8').matchAll(declared)) {
      const made = module[name];
      found.set(endpoint, (typeof made === 'function' ? made() : made)?.columns ?? []);
    }
  }
  return found;
}

/** Keys of a screen's columns, each with the fields that it says it shows. */
function columnsIn(source: string): [key: string, fields: string[]][] {
  const named = /(?:key: '(\w+)',|\n {4}(\w+): \{)(?:\s*fields: \[([^\]]*)\])?/g;
  return [...source.matchAll(named)]
    .filter(([, key, name, fields]) => key ?? (name && fields))
    .map(([, key, name, fields]) => [
      key ?? name ?? '',
      fields ? [...fields.matchAll(/'(\w+)'/g)].map(([, field]) => field ?? '') : [key ?? name ?? ''],
    ]);
}

test('each column of a list with exports names a field that its file has', async () => {
  const files = await exportsOf();
  const missing: string[] = [];
  let looked = 0;
  for (const file of globSync('src/domains/**/web/**/*.tsx')) {
    const source = readFileSync(file, 'utf8');
    const screen = file.split('/').at(-1) ?? '';
    const columns = columnsIn(COLUMNS_OF[screen] ? readFileSync(COLUMNS_OF[screen], 'utf8') : source);
    for (const [, endpoint = ''] of source.matchAll(/useExports\((\w+)/g)) {
      const known = new Set(files.get(endpoint)?.map(({ key }) => key));
      expect(known.size, endpoint).toBeGreaterThan(0);
      expect(columns.length, screen).toBeGreaterThan(2);
      looked += 1;
      for (const [key, fields] of columns)
        if (!fields.some((field) => known.has(field))) missing.push(`${screen} ${key}`);
    }
  }
  expect(looked).toBeGreaterThan(12);
  const known = ['pipeline-list.tsx desk', 'pipeline-list.tsx source'];
  expect([...new Set(missing)].filter((column) => !known.includes(column)).sort()).toEqual(
    [...ONLY_SHOWN].sort(),
  );
});

test('amounts and volumes say their unit in the head, in both languages', async () => {
  const units: Record<string, readonly RegExp[]> = {
    money: [/\((Taka|৳)\)/, /\((টাকা|৳)\)/],
    volume: [/\(m³\)/, /\(ঘনমিটার\)/],
  };
  const without: string[] = [];
  for (const [endpoint, columns] of await exportsOf())
    for (const { key, kind, title } of columns)
      if (units[kind]?.some((unit, language) => !unit.test(title[language] ?? '')))
        without.push(`${endpoint} ${key}: ${title.join(' / ')}`);
  expect(without).toEqual([]);
});

test('a file has the chosen columns in their order; unknown ones are passed over', () => {
  const all = ['number', 'name', 'phone'].map((key) => exportColumn(key, 'text', [key, key]));
  const keys = (chosen: string | undefined) => chosenColumns(all, chosen).map(({ key }) => key);
  expect(keys('phone,number')).toEqual(['phone', 'number']);
  expect(keys('phone,gone,phone')).toEqual(['phone']);
  expect(keys('gone')).toEqual(['number', 'name', 'phone']);
  expect(keys(undefined)).toEqual(['number', 'name', 'phone']);
});

test('over HTTP: the chosen columns, under their titles', async () => {
  const app = await testApp();
  const { idToken } = await app.staff('admin');
  const answer = await app.server.inject({
    url: '/api/main/sector/download',
    query: { format: 'csv', columns: 'nameBn,number,gone' },
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body.split('\r\n').at(-2)).toBe('Name in Bengali,Sector');
});
