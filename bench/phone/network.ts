/** What a page loads, as Chrome's own protocol tells it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

export type Network = { kbps: number; latency_ms: number };
/** One request that went over the network. */
export type Loaded = { url: string; kind: string; bytes: number; began_ms: number; ended_ms: number };

export type Traffic = {
  loaded(): Loaded[];
  /** Resolves when nothing was under way for so long. */
  quiet(quiet_ms: number, longest_ms: number): Promise<void>;
};

/** Notes all that is loaded from now on; what comes out of the cache is no request. */
export function watchNetwork(chrome: CDPSession): Traffic {
  const started = performance.now();
  const requests = new Map<string, Loaded & { isCached: boolean }>();
  const open = new Set<string>();
  let last = performance.now();
  chrome.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    const began_ms = performance.now() - started;
    requests.set(requestId, {
      url: request.url,
      kind: type ?? 'Other',
      bytes: 0,
      began_ms,
      ended_ms: 0,
      isCached: false,
    });
    open.add(requestId);
    last = performance.now();
  });
  const cached = (requestId: string) => {
    const request = requests.get(requestId);
    if (request) request.isCached = true;
  };
  chrome.on('Network.requestServedFromCache', ({ requestId }) => cached(requestId));
  chrome.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached(requestId);
  });
  const end = (requestId: string, bytes: number) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes, ended_ms: performance.now() - started });
    open.delete(requestId);
    last = performance.now();
  };
  chrome.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  chrome.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  return {
    loaded: () => [...requests.values()].filter(({ isCached }) => !isCached),
    quiet: async (quiet_ms, longest_ms) => {
      const until = performance.now() + longest_ms;
      while (open.size > 0 || performance.now() - last < quiet_ms) {
        if (performance.now() > until)
          throw new Error(`still loading: ${[...open].map((id) => requests.get(id)?.url).join(', ')}`);
        await sleep(100);
      }
    },
  };
}

const MOST_FILES = 60;

/** What the bytes are spent on: by kind, then every file. */
export function printLoaded(title: string, loaded: readonly Loaded[]): void {
  console.log(`\n${title}: ${loaded.length} requests, ${kB(sum(loaded))} kB`);
  for (const [kind, files] of Map.groupBy(loaded, (file) => file.kind))
    console.log(`  ${kind.padEnd(12)} ${String(files.length).padStart(3)} ${kB(sum(files)).padStart(8)} kB`);
  for (const file of loaded.slice(0, MOST_FILES)) {
    const times = `${(file.began_ms / 1000).toFixed(2)}-${(file.ended_ms / 1000).toFixed(2)} s`;
    console.log(
      `    ${kB(file.bytes).padStart(8)} kB  ${times.padStart(14)}  ${new URL(file.url).pathname.slice(0, 90)}`,
    );
  }
}

const sum = (files: readonly Loaded[]) => files.reduce((bytes, file) => bytes + file.bytes, 0);
const kB = (bytes: number) => (bytes / 1000).toFixed(1);
