import { expect, test } from 'vitest';
import {
  begin,
  cancel,
  type DownloadHistory,
  finish,
  NO_DOWNLOADS,
  receive,
  remove,
  rename,
  settle,
} from './download-history.ts';

const one = (history: DownloadHistory, id: string) => history.items.find((item) => item.id === id);

test('a download begins on top, open, with its extension', () => {
  const history = begin({ ...NO_DOWNLOADS, minimised: true, listed: true }, '1', 'Sectors.XLSX');
  expect(history).toMatchObject({ open: true, minimised: false, listed: false });
  expect(one(history, '1')).toMatchObject({ fileExe: 'xlsx', uploadSuccess: 'Pending', progress: 0 });
});

test('the newest 15 are kept', () => {
  let history = NO_DOWNLOADS;
  for (let index = 1; index <= 20; index += 1) history = begin(history, String(index), 'a.pdf');
  expect(history.items).toHaveLength(15);
  expect(history.items[0]?.id).toBe('20');
  expect(history.items.at(-1)?.id).toBe('6');
});

test('progress stays below 100 until the end, even if the estimate was too small', () => {
  const started = begin(NO_DOWNLOADS, '1', 'a.csv');
  expect(one(receive(started, '1', 300, 1000), '1')?.progress).toBe(30);
  expect(one(receive(started, '1', 3000, 1000), '1')?.progress).toBe(99);
  expect(one(receive(started, '1', 3000, 0), '1')).toMatchObject({ progress: 0, totalSize: 0 });
  expect(one(finish(started, '1', 3200), '1')).toMatchObject({
    progress: 100,
    totalSize: 3200,
    uploadSuccess: 'Done',
  });
});

test('cancelled ones stay until removed', () => {
  const cancelled = cancel(begin(NO_DOWNLOADS, '1', 'a.csv'), '1');
  expect(one(cancelled, '1')).toMatchObject({ uploadSuccess: 'Cancel', cancelDownload: true });
  expect(remove(cancelled, '1').items).toEqual([]);
});

test('after a reload what nobody receives any more is cancelled', () => {
  const two = begin(begin(NO_DOWNLOADS, '1', 'a.csv'), '2', 'b.csv');
  const settled = settle(finish(begin(two, '3', 'c.pdf'), '3', 1), new Set(['2']));
  expect(settled.items.map((item) => item.uploadSuccess)).toEqual(['Done', 'Pending', 'Cancel']);
});

test('the name that the server gives is shown', () => {
  const named = rename(begin(NO_DOWNLOADS, '1', 'invoices.csv'), '1', 'invoices-2026-11-21.csv');
  expect(one(named, '1')?.name).toBe('invoices-2026-11-21.csv');
});
