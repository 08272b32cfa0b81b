import { expect, test } from 'vitest';
import { actionFiles, crowdedIn, namelessIn, questionsIn } from './action-files.ts';

const FILE = 'src/domains/pumps/actions/stop-pump.ts';
const questions = (source: string, more: [string, string][] = []) =>
  questionsIn(new Map([[FILE, source], ...more]));

test('a question and a constant in an action file are found', () => {
  const question =
    'export function pumpOf(db: Db) {\n  return first(db, sql`select id from pumps.pumps`);\n}';
  expect(questions(question)).toEqual([
    `${FILE} exports pumpOf, which changes nothing: move it to a query or rules file`,
  ]);
  expect(questions("export const COLOURS = ['red'];")).toHaveLength(1);
});

test('what writes, locks, refuses as a guard or names a job is none', () => {
  expect(questions('export async function stop(tx: Tx) {\n  await execute(tx, sql`update x`);\n}')).toEqual(
    [],
  );
  expect(questions('export function lockPump(tx: Tx) {\n  return first(tx, sql`… for update`);\n}')).toEqual(
    [],
  );
  expect(questions('export async function requirePump(tx: Tx) {\n  await first(tx, sql`…`);\n}')).toEqual([]);
  expect(questions("export const STOP_JOB = 'pumps:stop';\nexport type Pump = { id: string };")).toEqual([]);
});

test('a function that calls one that writes is an action, in its file, in another one, and through a table', () => {
  const own = 'async function write(tx: Tx) {\n  await execute(tx, sql`…`);\n}\n';
  expect(questions(`${own}export function stop(tx: Tx) {\n  return write(tx);\n}`)).toEqual([]);
  expect(
    questions(
      `${own}const STEPS = { stop: write };\nexport function step(tx: Tx) {\n  return STEPS.stop(tx);\n}`,
    ),
  ).toEqual([]);
  const other: [string, string] = [
    'src/domains/pumps/write.ts',
    'export async function write(tx: Tx) {\n  await execute(tx, sql`…`);\n}',
  ];
  const calls =
    "import { write } from '../write.ts';\nexport function stop(tx: Tx) {\n  return write(tx);\n}";
  expect(questions(calls, [other])).toEqual([]);
  expect(questions(calls)).toHaveLength(1);
});

test('a file holds the family of one verb, and its name says the verb and the noun', () => {
  const source = (count: number) =>
    Array.from({ length: count }, (_, at) => `export async function step${at}(tx: Tx) {}`).join('\n');
  expect(crowdedIn(new Map([[FILE, source(5)]]))).toEqual([]);
  expect(crowdedIn(new Map([[FILE, source(6)]]))).toHaveLength(1);
  expect(namelessIn(new Map([[FILE, '']]))).toEqual([]);
  expect(namelessIn(new Map([['src/domains/pumps/actions/pumps.ts', '']]))).toHaveLength(1);
});

test('the action files of the program keep to it, and were read', () => {
  const { problems, actions } = actionFiles();
  expect(problems).toEqual([]);
  expect(actions).toBeGreaterThan(100);
});
