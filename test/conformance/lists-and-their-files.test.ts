/**
 * Every list is a file too: its endpoint has a download beside it, and its screen offers it; what has none says why. What a
 * person chooses on the screen is what the file holds: every column has its field in the export.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { chosenColumns, exportColumn, namePair, onPaper } from '#platform/exports/export-list.ts';
import { testApp } from '#test/app.ts';
import { exportsOf } from './exports-of.ts';
import { label, registry } from './registry.ts';

/** Columns that put several rows, or a sum, into words: their parts are in files of their own. Other work at a plot is a link. */
const ONLY_SHOWN = [
  'payment-history.tsx bills',
  'material-list.tsx next',
  'order-lists.tsx similar',
  'case-list.tsx next',
];
/** Lists whose columns are written in another file than the list itself. */
const COLUMNS_OF: Record<string, string> = {
  'order-lists.tsx': 'src/domains/work-orders/web/order-columns.tsx',
  'proposal-list.tsx': 'src/domains/payments/web/proposals/proposal-columns.tsx',
  'own-proposals.tsx': 'src/domains/payments/web/proposals/proposal-columns.tsx',
  'pipeline-list.tsx': 'src/domains/applications/web/lists/columns.tsx',
  'desk-panel.tsx': 'src/domains/applications/web/lists/noc-list.tsx',
};

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
    // A page of rows that has no columns to choose (month-closing.tsx): its file has all of them.
    if (!/<(?:ListPage|OlderList)\b/.test(source)) continue;
    const screen = file.split('/').at(-1) ?? '';
    const columns = columnsIn(COLUMNS_OF[screen] ? readFileSync(COLUMNS_OF[screen], 'utf8') : source);
    for (const [, endpoint = ''] of source.matchAll(/useExports\((\w+)/g)) {
      const known = new Set(files.get(endpoint)?.map(({ key }) => key));
      expect(known.size, endpoint).toBeGreaterThan(0);
      expect(columns.length, screen).toBeGreaterThan(1);
      looked += 1;
      for (const [key, fields] of columns)
        if (!fields.some((field) => known.has(field))) missing.push(`${screen} ${key}`);
    }
  }
  expect(looked).toBeGreaterThan(12);
  const known = ['pipeline-list.tsx desk'];
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

test('on paper a name is one column, under one title; in a table file it is two', async () => {
  const pair = namePair(
    ['Name', 'নাম'],
    exportColumn('nameEn', 'text', ['Name (English)', 'নাম (ইংরেজি)']),
    exportColumn('nameBn', 'text', ['Name (Bengali)', 'বাংলা নাম']),
  );
  const titles = (keys: string) => onPaper(chosenColumns(pair, keys)).map(({ title }) => title[1]);
  expect(titles('nameEn,nameBn')).toEqual(['নাম']);
  expect(titles('nameBn,nameEn')).toEqual(['নাম']);
  expect(titles('nameBn')).toEqual(['বাংলা নাম']);
  expect(titles('nameEn')).toEqual(['নাম (ইংরেজি)']);
  const alone: string[] = [];
  for (const [endpoint, columns] of await exportsOf()) {
    const keys = new Map(columns.map((column) => [column.key, column]));
    for (const { key } of columns.filter((column) => column.key.endsWith('Bn'))) {
      const english = keys.get(key.slice(0, -2)) ?? keys.get(`${key.slice(0, -2)}En`);
      if (english && english.pair?.bengali !== key) alone.push(`${endpoint} ${key}`);
    }
  }
  expect(alone).toEqual([]);
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

/** Lists without a file, by endpoint. */
const NO_FILE: Record<string, string> = {
  'GET billing/bill-run/{id}/obstacles': 'the first rows of a dialog; each leads to its own list',
  'GET billing/payment/payables/fees':
    'the first twenty at the counter; all are in the file of the ownership requests',
  'GET billing/cash-closings/open': 'days that a dialog names; the list of closed days is the file',
  'GET main/application/active/meters': 'choices of a field; the list of meters is the file',
  'GET main/application/documents': 'papers, each of which is downloaded itself',
  'GET main/consumer/import/{id}/rows':
    'rows of a file that was sent; the wrong ones come back as a file to mend',
  'GET main/meter/reading/import/{id}/rows':
    'rows of a file that was sent; the refused ones come back as a file to mend',
  'GET main/meter/readings/customers':
    'the way of a reader: the template of the bulk upload is its file, and what was read is the list of readings',
  'GET main/support_ticket/owners': 'choices of a field',
  'GET social/user/notices': 'the bell of one person',
};
/** Screens of lists that offer no file. */
const NOT_OFFERED: Record<string, string> = {
  'applications/web/consumer/consumer-applications.tsx': 'a household has one or two',
  'applications/web/consumer/consumer-documents.tsx': NO_FILE['GET main/application/documents'] ?? '',
  'billing/web/consumer/consumer-invoices.tsx': 'a household downloads the bills themselves',
  'consumers/web/imports/verdict-rows.tsx': NO_FILE['GET main/consumer/import/{id}/rows'] ?? '',
  'meters/web/bulk/verdict-rows.tsx': NO_FILE['GET main/meter/reading/import/{id}/rows'] ?? '',
  'meters/web/consumer/consumer-connections.tsx': 'a household has one or two',
  'meters/web/meter-reading.tsx': NO_FILE['GET main/meter/readings/customers'] ?? '',
  'payments/web/consumer/consumer-payments.tsx': 'a household downloads the receipts themselves',
};

const isList = ({ output }: { output: z.ZodType }) =>
  output instanceof z.ZodObject &&
  'items' in output.shape &&
  ('total' in output.shape || 'nextKey' in output.shape);

test('every endpoint of a list has a download, or a reason', () => {
  const all = new Set(registry.map(label));
  const without = registry
    .filter(({ endpoint }) => isList(endpoint))
    .map(label)
    .filter((list) => !all.has(`${list}/download`));
  expect(registry.filter(({ endpoint }) => isList(endpoint)).length).toBeGreaterThan(30);
  expect(without.toSorted()).toEqual(Object.keys(NO_FILE).toSorted());
});

test('every screen of a list offers its file, or says why not', () => {
  const without = globSync('src/domains/**/web/**/*.tsx')
    .filter((file) => {
      const source = readFileSync(file, 'utf8');
      return /<(?:ListPage|OlderList)\b/.test(source) && !/\bexports=/.test(source);
    })
    .map((file) => file.replace('src/domains/', ''));
  expect(without.toSorted()).toEqual(Object.keys(NOT_OFFERED).toSorted());
});

test('each file is made, in both languages, with its titles', async () => {
  const app = await testApp();
  const { idToken } = await app.staff('admin');
  const headers = { authorization: `Bearer ${idToken}` };
  const files = registry.filter(
    ({ endpoint: { path } }) => path.endsWith('/download') && !path.includes('{'),
  );
  expect(files.length).toBeGreaterThan(25);
  for (const { endpoint } of files) {
    const titles: string[] = [];
    for (const language of ['en', 'bn']) {
      const url = `/api/${endpoint.service}${endpoint.path}`;
      const answer = await app.server.inject({ url, headers, query: { format: 'csv', language } });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      titles.push(answer.body.split('\r\n').find((line) => line.includes(',') && !/\d{4}/.test(line)) ?? '');
    }
    expect(titles[0], endpoint.path).not.toBe(titles[1]);
    expect(titles[1], endpoint.path).toMatch(/[\u0980-\u09ff]/);
  }
});
