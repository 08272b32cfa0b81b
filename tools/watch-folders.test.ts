/** Files as editors and git save them, each told each time. */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { until } from '#test/process.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { watchFolders } from './watch-folders.ts';

const root = temporaryFolder();
mkdirSync(join(root, 'src/deep'), { recursive: true });
const FILE = 'src/deep/money.ts';
writeFileSync(join(root, FILE), 'one');

let told: string[] = [];
const stop = watchFolders(root, ['src'], (file) => told.push(file));
afterEach(() => {
  told = [];
});

/** Saves, waits until it is told, and until nothing more is. */
async function afterSaving(save: () => void, file = FILE): Promise<void> {
  await sleep(50);
  told = [];
  save();
  await until(() => told.includes(file), 5_000);
}

test('a file that is saved by rename, four times', async () => {
  for (const text of ['a', 'b', 'c', 'd']) {
    await afterSaving(() => {
      writeFileSync(join(root, 'src/deep/draft'), text);
      renameSync(join(root, 'src/deep/draft'), join(root, FILE));
    });
  }
});

test('the old file renamed away and a new one written, four times', async () => {
  for (const text of ['a', 'b', 'c', 'd']) {
    await afterSaving(() => {
      renameSync(join(root, FILE), join(root, 'src/deep/money.ts~'));
      copyFileSync(join(root, 'src/deep/money.ts~'), join(root, FILE));
      writeFileSync(join(root, FILE), text);
    });
  }
});

test('a file that is written in place, and one that is deleted', async () => {
  await afterSaving(() => writeFileSync(join(root, FILE), 'x'));
  await afterSaving(() => writeFileSync(join(root, FILE), 'y'));
  await afterSaving(() => rmSync(join(root, FILE)));
});

test('a folder that is new, with its files; one that is deleted and made again', async () => {
  const inNew = 'src/new/deeper/rules.ts';
  for (let time = 0; time < 2; time += 1) {
    await afterSaving(() => {
      mkdirSync(join(root, 'aside/deeper'), { recursive: true });
      writeFileSync(join(root, 'aside/deeper/rules.ts'), 'x');
      renameSync(join(root, 'aside'), join(root, 'src/new'));
    }, inNew);
    await afterSaving(() => writeFileSync(join(root, inNew), 'y'), inNew);
    await afterSaving(() => rmSync(join(root, 'src/new'), { recursive: true }), inNew);
  }
});

test('nothing is told after its end', async () => {
  stop();
  writeFileSync(join(root, FILE), 'z');
  await sleep(200);
  expect(told).toEqual([]);
});
