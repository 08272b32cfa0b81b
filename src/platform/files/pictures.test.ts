/** Pictures that ask for endless work: they end, alone, and nobody else waits for them. */
import { scrypt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess, until } from '#test/process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { PICTURES } from '../limits.ts';
import { type PictureProcesses, pictureProcesses } from './pictures.ts';

const folder = temporaryFolder();
const START_MS = 20_000;
/** Longer than any test waits: what ends such a picture is not the clock. */
const NEVER_MS = 600_000;
let files = 0;

const drawing = (inside: string, size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${inside}<rect width="40" height="40" fill="red"/></svg>`;
/** Minutes of work for one core, in 300 bytes. */
const ENDLESS = drawing(
  `<filter id="f"><feGaussianBlur stdDeviation="200"/></filter>${'<g filter="url(#f)">'.repeat(12)}<rect width="3000" height="3000"/>${'</g>'.repeat(12)}`,
  3000,
);
const SMALL = drawing('', 40);

function order(content: string) {
  files += 1;
  const from = join(folder, `${files}.svg`);
  writeFileSync(from, content);
  return { from, to: `${from}-clean`, mediaType: 'image/svg+xml' };
}
const refused = (code: string) => ({ error: { code } });
const isThere = (pid: number | undefined) => existsSync(`/proc/${pid}`);
const ended = (pid: number | undefined) => until(() => !isThere(pid) || state(pid) === 'Z');
const state = (pid: number | undefined) => /^State:\s+(\w)/m.exec(read(`/proc/${pid}/status`))?.[1];
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const busy = (made: PictureProcesses) => made.processes().filter(({ isBusy }) => isBusy);
/** Until its decoder works: a process that has just started answers nothing yet. */
const atWork = (made: PictureProcesses) => until(() => busy(made).some(({ pid }) => cpuTicks(pid) > 30));
const cpuTicks = (pid: number | undefined) => Number(read(`/proc/${pid}/stat`).split(' ')[13] ?? 0);

const all: PictureProcesses[] = [];
function processes(limit_ms = NEVER_MS): PictureProcesses {
  const made = pictureProcesses({ limit_ms });
  all.push(made);
  return made;
}
afterAll(async () => {
  const left = all.flatMap((made) => made.processes());
  for (const made of all) made.close();
  for (const { pid } of left) await ended(pid);
});

let steady: PictureProcesses;
beforeAll(async () => {
  steady = processes();
  await steady.clean(order(SMALL), { person: null });
}, START_MS);

test('one that takes too long is refused in words, its process is gone, and the next one has another', async () => {
  const made = processes(4_000);
  const heavy = expect(made.clean(order(ENDLESS), { person: 'a' })).rejects.toMatchObject(
    refused('files.picture_too_heavy'),
  );
  const [{ pid } = { pid: 0 }] = await until(() => (busy(made).length > 0 ? busy(made) : null));
  await heavy;
  await ended(pid);
  expect(await processes().clean(order(SMALL), { person: 'a' })).toMatchObject({ width: 512, height: 512 });
});

test('meanwhile the loop turns, and the threads hash and read', async () => {
  const gone = new AbortController();
  let isOver = false;
  const heavy = ['a', 'b'].map((person) =>
    steady
      .clean(order(ENDLESS), { person, signal: gone.signal })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      }),
  );
  await atWork(steady);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  await Promise.all(Array.from({ length: 8 }, () => promisify(scrypt)('neel-akash-42', 'salt', 32)));
  await Promise.all(Array.from({ length: 8 }, () => stat(folder)));
  expect(isOver).toBe(false);
  gone.abort();
  await Promise.all(heavy);
});

test('who hangs up ends the work, also what waits', async () => {
  const gone = new AbortController();
  const sender = { person: 'a', signal: gone.signal };
  const both = [order(ENDLESS), order(ENDLESS)].map((drawn) => steady.clean(drawn, sender));
  await atWork(steady);
  const pids = busy(steady).map(({ pid }) => pid);
  expect(pids).toHaveLength(1);
  gone.abort();
  for (const one of both)
    await expect(one).rejects.toMatchObject(refused(expect.stringMatching(/unavailable|too_many/)));
  for (const pid of pids) await ended(pid);
  expect(busy(steady)).toEqual([]);
  await expect(steady.clean(order(SMALL), sender)).rejects.toThrow();
});

test('eight of one person keep one process; a second person does not wait for them', async () => {
  const gone = new AbortController();
  const ends: unknown[] = [];
  const eight = Array.from({ length: 8 }, () =>
    steady.clean(order(ENDLESS), { person: 'a', signal: gone.signal }).catch((error) => ends.push(error)),
  );
  await atWork(steady);
  for (let at = 0; at < 4; at += 1) await steady.clean(order(SMALL), { person: 'b' });
  expect(ends).toEqual([]);
  expect(busy(steady)).toHaveLength(1);
  gone.abort();
  await Promise.all(eight);
});

test('of one person so many wait; who sends more is told when to come again', async () => {
  const gone = new AbortController();
  const { running, waiting } = PICTURES.person;
  const many = Array.from({ length: running + waiting }, () =>
    steady.clean(order(ENDLESS), { person: 'a', signal: gone.signal }).catch(() => undefined),
  );
  await expect(steady.clean(order(SMALL), { person: 'a' })).rejects.toMatchObject({
    ...refused('common.too_many_requests'),
    params: { seconds: PICTURES.person.ask_again_s },
  });
  gone.abort();
  await Promise.all(many);
});

test('of all people together two are opened at a time', async () => {
  const gone = new AbortController();
  const many = ['a', 'b', 'c', 'd'].map((person) =>
    steady.clean(order(ENDLESS), { person, signal: gone.signal }).catch(() => undefined),
  );
  await atWork(steady);
  expect(steady.processes()).toHaveLength(PICTURES.all.running);
  gone.abort();
  await Promise.all(many);
});

test('a process has a limit of memory, gives way to calls, and knows no secret', async () => {
  process.env.DATABASE_PASSWORD_OF_TEST = 'shapla-ful-7';
  const made = processes();
  await made.clean(order(SMALL), { person: null });
  delete process.env.DATABASE_PASSWORD_OF_TEST;
  const [one] = made.processes();
  const limit = /^Max data size\s+(\d+)/m.exec(read(`/proc/${one?.pid}/limits`))?.[1];
  expect(Number(limit)).toBe(PICTURES.memory_kb * 1024);
  expect(read(`/proc/${one?.pid}/stat`).split(' ')[18]).toBe('5');
  const environment = read(`/proc/${one?.pid}/environ`);
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('shapla-ful-7');
});

test('one that wants more memory than there is for pictures ends its process and nothing else', async () => {
  const surfaces = drawing(
    `${'<g opacity=".9">'.repeat(39)}<rect width="7000" height="7000"/>${'</g>'.repeat(39)}`,
    7000,
  );
  await expect(steady.clean(order(surfaces), { person: 'a' })).rejects.toMatchObject({
    error: { code: expect.stringMatching(/^files\.(picture_too_heavy|unreadable_image)$/) },
  });
  expect(await steady.clean(order(SMALL), { person: 'a' })).toMatchObject({ width: 512 });
});

test('closing ends what runs and what waits, and takes nothing more', async () => {
  const made = processes();
  const both = ['a', 'a', 'b', 'c'].map((person) => made.clean(order(ENDLESS), { person }));
  await atWork(made);
  const pids = made.processes().map(({ pid }) => pid);
  made.close();
  for (const one of both) await expect(one).rejects.toMatchObject(refused('common.unavailable'));
  for (const pid of pids) await ended(pid);
  await expect(made.clean(order(SMALL), { person: 'a' })).rejects.toMatchObject(
    refused('common.unavailable'),
  );
});

test('a program that is killed leaves no process that draws', async () => {
  const { from, to, mediaType } = order(ENDLESS);
  const program = startProcess(process.execPath, [
    '--input-type=module',
    '-e',
    `import { pictures } from '#platform/files/pictures.ts';
    pictures.clean(${JSON.stringify({ from, to, mediaType })}, { person: null });
    setInterval(() => console.log('pid', pictures.processes()[0].pid), 50);`,
  ]);
  const [, text] = await program.waitFor(/pid (\d+)/);
  const pid = Number(text);
  await until(() => cpuTicks(pid) > 30);
  program.child.kill('SIGKILL');
  await program.ended;
  await ended(pid);
});
