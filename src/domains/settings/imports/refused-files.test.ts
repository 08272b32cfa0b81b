/** Every register's file with every fault that a file can have: refused with the code of that fault, saved without it. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { sendEmptyForm } from '#test/empty-form.ts';
import { UNREADABLE } from '#test/refusals/broken-tables.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const as = await app.staff('admin');

type Import = typeof contract.importSectors;
type Register = { endpoint: Import; good: string; bad: string };

const REGISTERS: Register[] = [
  { endpoint: contract.importSectors, good: 'Number,Name\n401,A\n', bad: 'Number,Name\n,A\n' },
  {
    endpoint: contract.importRoads,
    good: 'Sector,Road\n401,1\n',
    bad: 'Sector,Road\nnone,1\n',
  },
  { endpoint: contract.importDmas, good: 'DMA number,Name\nD-1,A\n', bad: 'DMA number,Name\n,A\n' },
  {
    endpoint: contract.importMaterials,
    good: 'Kind,Material,Name in Bengali,Unit,Rate\nFIXED,Saddle,স্যাডল,pcs,5\n',
    bad: 'Kind,Material,Name in Bengali,Unit,Rate\nFIXED,Saddle,স্যাডল,pcs,five\n',
  },
];

const send = async (endpoint: Import, content: string | Buffer, save?: string) => {
  const query: Record<string, string> = save === undefined ? {} : { save };
  return app.sendFile(endpoint, { as, content, name: 'list.csv', query });
};

const FAULTS: typeof UNREADABLE = [
  ...UNREADABLE,
  ['imports.too_many_rows', () => `Number,Name\n${'1,2\n'.repeat(20_000)}`],
  ['settings.import_column_missing', () => 'Colour,Size\nred,1\n'],
];

// In this order: the roads are in the sector of the file before.
test.each(REGISTERS)('$endpoint.path', async ({ endpoint, good, bad }) => {
  for (const [code, content] of FAULTS) expect((await send(endpoint, await content())).code).toBe(code);
  expect(await sendEmptyForm(app, endpoint, as)).toBe('settings.import_file_missing');
  expect((await send(endpoint, bad, 'any')).code).toBe('settings.import_invalid');
  expect((await send(endpoint, good, 'another')).code).toBe('settings.import_outdated');
  const { mark } = (await send(endpoint, good)).data as contract.ListPreview;
  expect((await send(endpoint, good, mark)).code).toBeUndefined();
});

test('a material that is neither in use nor not in use, and one of no kind', async () => {
  const file = (kind: string, inUse: string) =>
    `Kind,Material,Name in Bengali,Unit,Rate,In use\n${kind},Valve,ভালভ,pcs,5,${inUse}\n`;
  const problems = async (content: string) =>
    ((await send(contract.importMaterials, content)).data as contract.ListPreview).problems.map(
      ({ field, code }) => [field, code],
    );
  expect(await problems(file('FIXED', 'perhaps'))).toEqual([['active', 'settings.import_type_wrong']]);
  expect(await problems(file('OTHER', 'yes'))).toEqual([['type', 'settings.import_type_wrong']]);
  expect(await problems(file('FIXED', 'yes'))).toEqual([]);
  // A page in a cell is not sent back.
  const long = (await send(contract.importMaterials, file('FIXED', 'x'.repeat(5_000))))
    .data as contract.ListPreview;
  expect(long.problems.map(({ value }) => value)).toEqual([`${'x'.repeat(100)}…`]);
});
