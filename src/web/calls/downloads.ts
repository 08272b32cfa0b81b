/**
 * Streamed downloads into the Recent Downloads panel: progress, and a cancel that aborts the request (the server
 * stops its work). A running download holds a lock, so that other tabs know that it is alive.
 */
import type { Endpoint, EndpointInput } from '#shared/endpoint.ts';
import { exclusive, persisted } from '../state/persisted.ts';
import { showError } from '../state/toast.ts';
import { request } from './call.ts';
import { onChangeSignal } from './change-signals.ts';
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
import { randomKey } from './random-key.ts';

export const downloadHistory = persisted<DownloadHistory>('downloadHistory', NO_DOWNLOADS);

const running = new Map<string, AbortController>();
const REPORT_EVERY_MS = 200;
/** The file stays reachable while the browser's own dialog takes it. */
const KEEP_FILE_MS = 60_000;

/** File name of a Content-Disposition header; the RFC 5987 form wins. */
export function fileNameOf(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
}

function saveFile(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}

async function readAll(
  id: string,
  response: Response,
  report: (received: number, total: number) => Promise<void>,
) {
  const total = Number(response.headers.get('X-File-Bytes') ?? 0);
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  let received = 0;
  let reported = 0;
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    parts.push(piece.value);
    received += piece.value.length;
    if (Date.now() - reported > REPORT_EVERY_MS && running.has(id)) {
      reported = Date.now();
      await report(received, total);
    }
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' });
}

/**
 * Starts a download of an endpoint of kind `download`.
 * @param name file name shown until the server's own name is known
 */
export async function startDownload<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, name: string) {
  const id = randomKey();
  const controller = new AbortController();
  running.set(id, controller);
  await downloadHistory.update((history) => begin(history, id, name));
  await exclusive(`download:${id}`, async () => {
    try {
      const response = await request(endpoint, input as EndpointInput<Endpoint>, {
        signal: controller.signal,
      });
      const fileName = fileNameOf(response.headers.get('Content-Disposition')) ?? name;
      await downloadHistory.update((history) => rename(history, id, fileName));
      const file = await readAll(id, response, (received, total) =>
        downloadHistory.update((history) => receive(history, id, received, total)),
      );
      saveFile(file, fileName);
      await downloadHistory.update((history) => finish(history, id, file.size));
    } catch (error) {
      await downloadHistory.update((history) => cancel(history, id));
      if (!controller.signal.aborted) await showError(error);
    } finally {
      running.delete(id);
    }
  });
}

/** The remove button: cancels what is pending, takes away what has ended. */
export async function removeDownload(id: string) {
  const item = downloadHistory.read().items.find((download) => download.id === id);
  if (item?.uploadSuccess !== 'Pending') return downloadHistory.update((history) => remove(history, id));
  running.get(id)?.abort();
  await downloadHistory.update((history) => cancel(history, id));
}

// The next person at this browser neither gets the files of the one before nor reads their names.
onChangeSignal((what) => {
  if (what !== 'signed-out') return;
  for (const controller of running.values()) controller.abort();
  downloadHistory.clear();
});

/** At start: pending items of tabs that are gone become cancelled. */
export async function settleDownloads() {
  if (downloadHistory.read().items.every((item) => item.uploadSuccess !== 'Pending')) return;
  const locks = await navigator.locks?.query();
  const names = (locks?.held ?? []).map((lock) => lock.name?.replace('jolkol:download:', '') ?? '');
  await downloadHistory.update((history) => settle(history, new Set([...names, ...running.keys()])));
}

export function showDownloads(shown: Partial<Pick<DownloadHistory, 'open' | 'minimised' | 'listed'>>) {
  return downloadHistory.update((history) => ({ ...history, ...shown }));
}
