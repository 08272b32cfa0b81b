/** Draws the first views and ends: in a thread of its own, because what is written for a browser asks for its storage. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BrowserConfig, Language } from '../document.ts';

export type Wanted = { language: Language; address: string };
export type Order = { module: string; config: BrowserConfig; wanted: Wanted[] };

/** Of somebody who has stored nothing. */
const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { value: nothing, configurable: true });

const { module, config, wanted } = workerData as Order;
const { draw } = await import(module);
parentPort?.postMessage(await draw(config, wanted));
