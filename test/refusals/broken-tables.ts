/** Uploads that are no readable table, each with the code that it is refused with. */
import { writeXlsx } from 'hucre/xlsx';

type Content = string | Buffer;
type Broken = readonly [code: string, content: () => Content | Promise<Content>];

/** A workbook whose directory is whole, without the part that lists the sheets. */
async function hollowWorkbook(): Promise<Buffer> {
  const whole = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [['a']] }] })).toString('latin1');
  return Buffer.from(whole.replaceAll('xl/workbook.xml', 'xl/wxxxbook.xml'), 'latin1');
}

const notUtf8 = (rows: string) => Buffer.concat([Buffer.from(`${rows}1,`), Buffer.from([0xe9, 0x0a])]);

/** What is seen at the start of the file. */
export const UNREADABLE: readonly Broken[] = [
  ['imports.empty', () => ' \n '],
  ['imports.not_utf8', () => notUtf8('Number,Name\n')],
  ['imports.not_a_table', () => 'Number,Name\n1,2\n\0,3'],
  ['imports.broken_row', () => 'Number,Name\n1,2\n"x"y,3\n'],
  ['imports.unreadable_workbook', hollowWorkbook],
  ['imports.unreadable_workbook', damagedWorkbook],
];

/** Of these, what a file is refused with that is kept first: text that is not UTF-8 is no file that is kept. */
export const KEPT_AND_UNREADABLE = UNREADABLE.filter(([code]) => !/\.(not_utf8|not_a_table)$/.test(code));

const MANY_ROWS = 60_000;

/** A workbook of which two kilobytes are lost, behind its first thousand rows. */
async function damagedWorkbook(): Promise<Buffer> {
  const rows = Array.from({ length: 5000 }, (_, row) => [`Number ${row * row}`, row]);
  const content = Buffer.from(
    await writeXlsx({ sheets: [{ name: 's', rows: [['Number', 'Name'], ...rows] }] }),
  );
  const from = Math.floor(content.length * 0.6);
  return content.fill(0xff, from, from + 2000);
}

/** A file whose first rows are good, and whose last one is broken. */
export const brokenAtTheEnd = `Meter,Register\n${'1,1\n'.repeat(MANY_ROWS)}"x"y,3\n`;
