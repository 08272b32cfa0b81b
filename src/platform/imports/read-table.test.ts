import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { csvRows } from './csv-rows.ts';
import { openCsv } from './open-csv.ts';
import { readTable } from './read-table.ts';

const folder = temporaryFolder();
const code = (error: string) => expect.objectContaining({ error: expect.objectContaining({ code: error }) });

/** The bytes in pieces of a given size, so that characters and records are cut anywhere. */
function pieces(content: Buffer, size = 65_536): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    })(),
    { objectMode: false },
  );
}

async function rowsOf(content: Buffer | string, size?: number): Promise<string[][]> {
  const table = await readTable(pieces(Buffer.from(content), size), { temporaryFolder: folder });
  const rows: string[][] = [];
  for await (const batch of table.batches) rows.push(...batch);
  return rows;
}

describe('CSV', () => {
  test.each([
    ['comma', 'মিটার,পাঠ\r\n১২,৩৪\r\n'],
    ['semicolon', 'মিটার;পাঠ\n১২;৩৪\n'],
    ['tab', 'মিটার\tপাঠ\n১২\t৩৪'],
    ['bar', 'মিটার|পাঠ\n\n১২|৩৪\n\n'],
    ['byte order mark', '\uFEFFমিটার,পাঠ\n১২,৩৪\n'],
    ['quotes', '"মিটার","পাঠ"\n"১২","৩৪"\n'],
  ])('%s', async (_name, content) => {
    expect(await rowsOf(content)).toEqual([
      ['মিটার', 'পাঠ'],
      ['১২', '৩৪'],
    ]);
  });

  test('UTF-16 as Excel writes "Unicode text"', async () => {
    expect(await rowsOf(Buffer.from('\uFEFFমিটার\tপাঠ\r\n১২\t৩৪\r\n', 'utf16le'), 3)).toEqual([
      ['মিটার', 'পাঠ'],
      ['১২', '৩৪'],
    ]);
  });

  test('any rows, quoted as needed, cut into pieces anywhere, come back', async () => {
    const cell = fc.stringMatching(/^[a-zআ-হ",;\n\r |]{0,6}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const content = Papa.unparse(rows, { quotes: true, newline: '\r\n' });
          const read: string[][] = [];
          for await (const batch of csvRows(pieces(Buffer.from(content), size), ',')) read.push(...batch);
          expect(read).toEqual(rows);
        },
      ),
    );
  });

  test('what cannot be trusted is refused with its line', async () => {
    await expect(rowsOf('')).rejects.toEqual(code('imports.empty'));
    await expect(rowsOf(' \n ')).rejects.toEqual(code('imports.empty'));
    await expect(rowsOf(Buffer.from('a,b\n1,2\n\0,3'))).rejects.toEqual(code('imports.not_a_table'));
    // Behind what is looked at first: with its line, also if pieces of the file end anywhere.
    const long = `a,b\n${'1,2\n'.repeat(30_000)}`;
    await expect(rowsOf(Buffer.from(`${long}\0,3\n4,5`))).rejects.toMatchObject({
      error: { code: 'imports.not_utf8' },
      params: { line: 30_002 },
    });
    await expect(rowsOf(Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xe9, 0x0a])]))).rejects.toEqual(
      code('imports.not_utf8'),
    );
    for (const content of ['a,b\n1,2\n"never closed,3\n4,5', 'a,b\n1,2\n"x"y,3\n']) {
      await expect(rowsOf(content)).rejects.toMatchObject({
        error: { code: 'imports.broken_row' },
        params: { line: 3 },
      });
    }
    await expect(rowsOf(`a,b\n"${'x'.repeat(3_000_000)}`)).rejects.toEqual(code('imports.broken_row'));
  });

  test('goes on as bytes for COPY, without mark', async () => {
    const { delimiter, body } = await openCsv(pieces(Buffer.from('\uFEFFমিটার;পাঠ\n১;২\n'), 4));
    expect(delimiter).toBe(';');
    expect(await text(body)).toBe('মিটার;পাঠ\n১;২\n');
  });

  test('a million rows cost little', async () => {
    const row = 'MTR-0012345,2026-01-31,1234567,ok,23.81234,90.41234\n';
    const block = Buffer.from(row.repeat(10_000));
    const body = Readable.from(
      (function* () {
        for (let n = 0; n < 100; n += 1) yield block;
      })(),
      { objectMode: false },
    );
    let rows = 0;
    const before = process.cpuUsage();
    for await (const batch of csvRows(body, ',')) rows += batch.length;
    const { user } = process.cpuUsage(before);
    expect(rows).toBe(1_000_000);
    // Generous: the machine may be busy. Alone it takes well under two seconds.
    expect(user / 1e6).toBeLessThan(6);
  });
});

describe('XLSX', () => {
  const sheet = (rows: (string | number | boolean | Date | null)[][]) =>
    writeXlsx({ sheets: [{ name: 's', rows }] });

  test('cells become texts: numbers plain, days as days, blanks empty', async () => {
    const content = await sheet([
      ['মিটার', 'পাঠ', 'দিন'],
      ['০০১২', 1234.5, new Date('2026-01-31T00:00:00Z')],
      [null, null, null],
      ['x', null, true],
    ]);
    const rows = await rowsOf(Buffer.from(content));
    expect(rows.slice(0, 2)).toEqual([
      ['মিটার', 'পাঠ', 'দিন'],
      ['০০১২', '1234.5', '2026-01-31'],
    ]);
    expect(rows[2]?.slice(0, 1)).toEqual(['x']);
    expect(rows).toHaveLength(3);
  });

  test('a bomb, a broken archive and one that is too large are refused, and nothing stays on the disk', async () => {
    const bomb = await sheet(Array.from({ length: 3000 }, (_, row) => [`${row}${'0'.repeat(30_000)}`]));
    await expect(rowsOf(Buffer.from(bomb))).rejects.toEqual(code('files.mixed_content'));
    const broken = Buffer.from(await sheet([['a']])).subarray(0, 300);
    await expect(rowsOf(broken)).rejects.toEqual(code('files.mixed_content'));
    const big = readTable(pieces(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(5000)])), {
      temporaryFolder: folder,
      capBytes: 1000,
    });
    await expect(big).rejects.toEqual(code('files.too_large'));
    expect(readdirSync(folder)).toEqual([]);
  });
});
