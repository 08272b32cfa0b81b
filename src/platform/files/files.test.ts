import { randomBytes } from 'node:crypto';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseCrontab } from 'graphile-worker';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { type Actor, systemActor } from '../actor.ts';
import { all, sql, transaction } from '../database/db.ts';
import {
  deleteFile,
  FILES_CRONTAB,
  fileJobs,
  fileLink,
  findFile,
  keepFile,
  releaseFile,
  sweepFiles,
} from './files.ts';
import { localStore } from './local-store.ts';
import { receiveFile, storeKey, sweepTemporary } from './receive.ts';
import { FileMissing } from './store.ts';

const { db } = await testDatabase();
const folder = temporaryFolder();
const store = localStore({ folder: join(folder, 'files'), secret: randomBytes(32), linkBase: '/files' });
const files = { store, temporaryFolder: join(folder, 'temporary') };
const now = new Date();
const person = (userId: string): Actor => ({ ...systemActor(now, '2026-01-01'), kind: 'staff', userId });
const rahim = person('00000000-0000-7000-8000-000000000001');
const karim = person('00000000-0000-7000-8000-000000000002');
const notFound = expect.objectContaining({ error: expect.objectContaining({ code: 'common.not_found' }) });
const inUse = expect.objectContaining({ error: expect.objectContaining({ code: 'files.in_use' }) });
const days = (n: number) => new Date(now.getTime() + n * 86_400_000);

const upload = (actor: Actor) =>
  receiveFile(files, db, Readable.from([Buffer.from('deed')]), {
    kind: 'attachment',
    name: 'দলিল.txt',
    ownerId: actor.userId,
  });

test('only who sent a file can name or delete it; it opens with its own name', async () => {
  const file = await upload(rahim);
  await expect(transaction(db, (tx) => keepFile(tx, karim, file.id))).rejects.toEqual(notFound);
  await transaction(db, (tx) => keepFile(tx, rahim, file.id));
  const link = vi.spyOn(store, 'link');
  await fileLink(files, await findFile(db, file.id), now);
  const to = { key: storeKey(file), fileName: 'দলিল.txt', mediaType: 'text/plain', bytes: 4, inline: false };
  expect(link).toHaveBeenCalledWith(to, now, expect.any(Number));
  expect(await text(await store.get(to.key))).toBe('deed');
  for (const name of [file.name, '../../etc/passwd', file.id]) {
    await expect(transaction(db, (tx) => deleteFile(tx, karim, name))).rejects.toEqual(notFound);
  }
  const other = await upload(rahim);
  await transaction(db, (tx) => deleteFile(tx, rahim, other.name));
  await expect(findFile(db, other.id)).rejects.toEqual(notFound);
  const audited = await all(db, sql`select action, object_id from platform.audit`);
  expect(audited).toEqual([{ action: 'file.delete', object_id: other.id }]);
});

test('a file that a record names stays until the record lets it go', async () => {
  const file = await upload(rahim);
  await transaction(db, (tx) => keepFile(tx, rahim, file.id));
  await expect(transaction(db, (tx) => deleteFile(tx, rahim, file.name))).rejects.toEqual(inUse);
  expect(await text(await store.get(storeKey(await findFile(db, file.id))))).toBe('deed');
  await transaction(db, (tx) => releaseFile(tx, rahim, file.id));
  await expect(findFile(db, file.id)).rejects.toEqual(notFound);
  await expect(transaction(db, (tx) => keepFile(tx, rahim, file.id))).rejects.toEqual(notFound);
});

test('a file that a record names is named by no other record, also when both ask at the same moment', async () => {
  for (let round = 0; round < 8; round += 1) {
    const file = await upload(rahim);
    const named = await Promise.allSettled(
      [1, 2].map(() => transaction(db, (tx) => keepFile(tx, rahim, file.id))),
    );
    expect(named.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('naming and deleting at the same moment: exactly one of them happens', async () => {
  for (let round = 0; round < 8; round += 1) {
    const file = await upload(rahim);
    const [kept, deleted] = await Promise.allSettled([
      transaction(db, (tx) => keepFile(tx, rahim, file.id)),
      transaction(db, (tx) => deleteFile(tx, rahim, file.name)),
    ]);
    expect([kept.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('bytes that no record named go after a week, deleted ones after thirty days, kept ones never', async () => {
  const unnamed = await upload(rahim);
  const kept = await upload(rahim);
  const deleted = await upload(rahim);
  await transaction(db, (tx) => keepFile(tx, rahim, kept.id));
  await transaction(db, (tx) => deleteFile(tx, rahim, deleted.name));
  expect(await sweepFiles(files, db, days(0.5))).toBe(0);
  expect(await sweepFiles(files, db, days(6.9))).toBe(0);
  await sweepFiles(files, db, days(7.1));
  await expect(store.get(storeKey(unnamed))).rejects.toThrow(FileMissing);
  expect(await text(await store.get(storeKey(deleted)))).toBe('deed');
  await sweepFiles(files, db, days(31));
  await expect(store.get(storeKey(deleted))).rejects.toThrow(FileMissing);
  expect(await text(await store.get(storeKey(kept)))).toBe('deed');
});

test('a file that a record names while the sweep is at work keeps its bytes; one being removed is named by nobody', async () => {
  const [first, second] = [await upload(rahim), await upload(rahim)];
  const keep = (id: string) => transaction(db, (tx) => keepFile(tx, rahim, id));
  let late: Promise<unknown> | undefined;
  const remove = async (key: string) => {
    if (key === storeKey(first)) {
      await keep(second.id);
      late = keep(first.id).catch((error: unknown) => error);
    }
    await store.remove(key);
  };
  await sweepFiles({ ...files, store: { ...store, remove } }, db, days(7.1));
  expect(await late).toEqual(notFound);
  await expect(store.get(storeKey(first))).rejects.toThrow(FileMissing);
  expect(await text(await store.get(storeKey(second)))).toBe('deed');
});

test('the sweeping job has a schedule that the worker understands', () => {
  const tasks = parseCrontab(FILES_CRONTAB).map(({ task }) => task);
  expect(tasks).toEqual(Object.keys(fileJobs(files, db, { now: () => now })));
});

test('half-received files of a killed process go, those under way stay', async () => {
  const left = join(files.temporaryFolder, 'left');
  const underWay = join(files.temporaryFolder, 'under-way');
  for (const path of [left, underWay]) writeFileSync(path, 'x');
  utimesSync(left, days(-1), days(-1));
  await sweepTemporary(files, now);
  expect([existsSync(left), existsSync(underWay)]).toEqual([false, true]);
});
