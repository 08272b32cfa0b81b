import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { afterAll, expect, test } from 'vitest';
import type { ExportFormat } from '#shared/exports.ts';
import { testDatabase } from '#test/database.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { systemActor } from '../actor.ts';
import { sql } from '../database/db.ts';
import { streamQuery } from '../database/stream-query.ts';
import { closePdf } from '../pdf/render.ts';
import type { ExportColumn, ExportRow } from './cells.ts';
import { safeText } from './csv.ts';
import { type Export, exportFile } from './export-rows.ts';
import { PART_ROWS } from './pdf.ts';
import { readWorkbook } from './xlsx-file.ts';

afterAll(closePdf);

const columns: ExportColumn[] = [
  { key: 'name', title: 'গ্রাহক', kind: 'text' },
  { key: 'due', title: 'Due', kind: 'money' },
  { key: 'used', title: 'm³', kind: 'volume' },
  { key: 'day', title: 'Day', kind: 'day' },
  { key: 'at', title: 'At', kind: 'instant' },
  { key: 'rate', title: 'Rate', kind: 'number' },
];
const bill = {
  name: 'মোঃ "রহিম", ঢাকা',
  due: -123456,
  used: 18005,
  day: '2026-01-31',
  at: '2026-01-31T20:05:09.000Z',
  rate: '15.1800',
};
const header = {
  title: 'Bills',
  filters: [['State', 'posted']] as [string, string][],
  user: 'Karim',
  at: new Date('2026-02-01T04:00:00Z'),
};

async function* listed(rows: ExportRow[]): AsyncGenerator<ExportRow> {
  yield* rows;
}

const make = (format: ExportFormat, rows: AsyncIterable<ExportRow>, more: Partial<Export> = {}) => {
  const { chunks, ...file } = exportFile({
    format,
    name: 'bills',
    columns,
    header,
    language: { language: 'en', bengaliDigits: false, timeZone: 'Asia/Dhaka' },
    ...more,
  });
  return { ...file, stream: Readable.from(chunks(rows)) };
};

test('CSV: byte order mark, heading, exact decimals, local time, Bengali and quotes intact', async () => {
  const download = make('csv', listed([bill]));
  expect(download).toMatchObject({ fileName: 'bills-2026-02-01.csv', mediaType: 'text/csv; charset=utf-8' });
  const content = await text(download.stream);
  expect(content.startsWith('\uFEFFBills\r\nState,posted\r\nKarim,')).toBe(true);
  const { data } = Papa.parse<string[]>(content, { skipEmptyLines: true });
  expect(data.at(-2)).toEqual(['গ্রাহক', 'Due', 'm³', 'Day', 'At', 'Rate']);
  expect(data.at(-1)).toEqual([
    bill.name,
    '-1234.56',
    '18.005',
    '2026-01-31',
    '2026-02-01 02:05:09',
    '15.1800',
  ]);
});

test('CSV: no cell runs as a formula, numbers stay numbers', () => {
  const dangerous = [
    '=1+1',
    '+cmd',
    '-2+3',
    '@sum',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠a',
    '=HYPERLINK("x")',
    '-',
  ];
  for (const cell of dangerous) expect(safeText(cell).replaceAll(/([\t\r\n])'/g, '$1')).toBe(`'${cell}`);
  const within: [string, string][] = [
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\r\n=1+1', "x\r\n'=1+1"],
    ['x|  ＝1', "x|  '＝1"],
    ['x";"=cmd|\' /C calc\'!A0', "x\";\"'=cmd|' /C calc'!A0"],
    ['=a;=b', "'=a;'=b"],
    ['House 5; -12.50; a-b', 'House 5; -12.50; a-b'],
    ['Road 3, =x', 'Road 3, =x'],
  ];
  for (const [cell, safe] of within) expect(safeText(cell)).toBe(safe);
  for (const cell of ['-12.50', '+8801711000000', '5', 'রহিম', 'a=b', '']) expect(safeText(cell)).toBe(cell);
});

test('XLSX: typed cells come back as they went in, texts never as formulas', async () => {
  const rows = ['=1+1', '@x', bill.name].map((name) => ({ ...bill, name }));
  const download = make('xlsx', listed(rows));
  const read = await collect(readWorkbook(await buffer(download.stream)));
  expect(read[0]?.[0]).toBe('Bills');
  const values = read.slice(-3);
  expect(values.map((cells) => cells[0])).toEqual(['=1+1', '@x', bill.name]);
  expect(values[0]?.slice(1)).toEqual([
    -1234.56,
    18.005,
    new Date('2026-01-31T00:00:00Z'),
    new Date('2026-02-01T02:05:09Z'),
    15.18,
  ]);
});

/** The workbook's first sheet as a spreadsheet program opens it. */
async function opened(rows: ExportRow[], language: 'en' | 'bn' = 'en', sumIf?: string) {
  const download = make('xlsx', listed(rows), {
    columns: columns.map((column) => ({
      ...column,
      isSummed: column.kind === 'money' || column.kind === 'volume',
      sumIf,
    })),
    language: { language, bengaliDigits: true, timeZone: 'Asia/Dhaka' },
  });
  const { sheets } = await readXlsx(await buffer(download.stream), { readStyles: true });
  const [sheet] = sheets;
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

test('XLSX: a row that does not count is in the file and in no sum', async () => {
  const rows = [
    { ...bill, counts: true },
    { ...bill, due: 500_000, counts: false },
    { ...bill, due: 200_000, used: null, counts: true },
  ];
  const sheet = await opened(rows, 'en', 'counts');
  expect(sheet.rows.slice(-4).map((cells) => cells[1])).toEqual([-1234.56, 5000, 2000, 765.44]);
});

test('XLSX: sums in the last row, filters over the rows, widths by what is in them, head and sums bold', async () => {
  const long = 'মোসাম্মৎ রোকেয়া খাতুন চৌধুরী';
  const rows = [bill, { ...bill, due: 200_000, used: null }, { ...bill, name: long, due: null, used: 1 }];
  const sheet = await opened(rows, 'bn');
  // Title, a filter, who and when, an empty line, the head.
  const head = 4;
  expect(sheet.rows[head]?.slice(0, 3)).toEqual(['গ্রাহক', 'Due', 'm³']);
  expect(sheet.rows[head + 3]?.[0]).toBe(long);
  expect(sheet.rows.at(-1)).toEqual(['মোট', 765.44, 18.006, null, null, null]);
  expect(sheet.autoFilter?.range).toBe('A5:F8');
  expect(sheet.freezePane?.rows).toBe(head + 1);
  const widths = sheet.columns?.map(({ width }) => width ?? 0) ?? [];
  expect(widths[0]).toBeGreaterThan([...long].length);
  expect(widths[1]).toBeLessThan(widths[0] ?? 0);
  const isBold = (line: number) => sheet.cells?.get(`${line},1`)?.style?.font?.bold === true;
  expect([head, head + 1, head + 4].map(isBold)).toEqual([true, false, true]);
  expect((await opened([])).rows.at(-1)?.[0]).toBe('গ্রাহক');
});

test('XLSX: a list of any length has its sums, also if it is written while it is read', async () => {
  const count = 10_003;
  const rows = Array.from({ length: count }, (_, n) => ({ ...bill, name: `row ${n}`, due: 1 }));
  const sheet = await opened(rows);
  expect(sheet.rows.at(-2)?.[0]).toBe(`row ${count - 1}`);
  expect(sheet.rows.at(-1)?.slice(0, 2)).toEqual(['Total', count / 100]);
  expect(sheet.rows).toHaveLength(count + 6);
});

test('PDF: shown in the reader’s language', async () => {
  const language = { language: 'bn', bengaliDigits: true, timeZone: 'Asia/Dhaka' } as const;
  const download = make('pdf', listed([bill]), { language });
  const content = await buffer(download.stream);
  const shown = textOfPdf(content);
  expect(shown).toContain('১,২৩৪.৫৬');
  expect(shown).toContain('৩১ জানু ২০২৬');
});

test('PDF: a list of any length, in parts that are joined; every row once, pages counted through', async () => {
  const count = 2 * PART_ROWS + 7;
  const rows = Array.from({ length: count }, (_, n) => ({ ...bill, name: `12 0 R row-${n};` }));
  const download = make('pdf', listed(rows));
  const content = await buffer(download.stream);
  const root = /1 0 obj\s+<<\s+\/Type \/Pages\s+\/Count (\d+)/.exec(content.toString('latin1'));
  const pages = content.toString('latin1').match(/\/Type \/Page\n/g)?.length;
  expect(Number(root?.[1])).toBe(pages);
  const shown = textOfPdf(content);
  expect(shown.match(/row-\d+;/g)?.length).toBe(count);
  expect(shown).toContain(`row-${count - 1};`);
  expect(shown).toContain(`Page ${pages}`);
});

test('100,000 rows from the database stream as CSV and XLSX with flat memory', async () => {
  const { database } = await testDatabase();
  const query = sql<ExportRow>`select 'মোঃ রহিম ' || n as name, n * 137::bigint as due, n::bigint as used,
    date '2026-01-31' as day, now() as at, 1.5 as rate from generate_series(1, 100000) n`;
  for (const format of ['csv', 'xlsx'] as const) {
    const before = process.memoryUsage().rss;
    const rows = streamQuery(database, query, systemActor(new Date(), '2026-01-01'));
    const download = make(format, rows);
    let peak = before;
    for await (const _ of download.stream) peak = Math.max(peak, process.memoryUsage.rss());
    expect((peak - before) / 1024 ** 2).toBeLessThan(150);
  }
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
