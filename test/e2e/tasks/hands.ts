/**
 * One person's hands: every key and every touch is counted, letters apart. `seconds` is the time that the program let the
 * person wait, and what the hands need: 0.28 s for a key and 1.1 s for pointing at a thing (the times of an average
 * typist in the keystroke-level model of Card, Moran and Newell). Typing is not in it: letters, figures, and the Enter that ends
 * them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { arrived, seen } from '../screen.ts';

const KEY_SECONDS = 0.28;
const TOUCH_SECONDS = 1.1;
const FARTHEST = 60;

export type Measured = {
  task: string;
  keys: number;
  touches: number;
  letters: number;
  waitedSeconds: number;
  seconds: number;
};

export type Hands = ReturnType<typeof handsOn>;

export function handsOn(page: Page) {
  let keys = 0;
  let touches = 0;
  let letters = 0;
  let asideMs = 0;
  let endsOfTyping = 0;
  const began = performance.now();
  const press = async (key: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
    keys += times;
  };
  const hasFocus = (thing: Locator) =>
    thing
      .first()
      .evaluate((element) => element === document.activeElement || element.contains(document.activeElement));
  const pressTo = async (key: string, thing: Locator) => {
    await seen(thing.first());
    for (let pressed = 0; pressed < FARTHEST; pressed += 1) {
      if (await hasFocus(thing)) return;
      await press(key);
    }
    throw new Error(`${thing} is not reached by ${FARTHEST} times ${key}`);
  };
  return {
    press,
    type: async (text: string) => {
      await page.keyboard.type(text);
      letters += text.length;
    },
    /** The Enter that ends what is typed is a step; its time is that of typing. */
    typeAndEnter: async (text: string) => {
      await page.keyboard.type(text);
      letters += text.length;
      await press('Enter');
      endsOfTyping += 1;
    },
    /** Another page is there, and Tab goes on from its heading. */
    isOnPage: async (address: RegExp) => {
      await arrived(page, address);
      await seen(page.locator('main h1'));
      await until(() => hasFocus(page.locator('main h1')));
    },
    /** Over the frame, by its link to the content. */
    skipFrame: async () => {
      await press('Tab');
      await press('Enter');
    },
    pressTo,
    tabTo: (thing: Locator) => pressTo('Tab', thing),
    /** Waits for the focus, which the program puts there. */
    isIn: async (thing: Locator) => {
      await seen(thing);
      await until(() => hasFocus(thing));
    },
    /** Waits until the field with the focus is empty: the next thing can be typed. */
    isEmpty: () => page.waitForFunction(emptyFieldHasFocus),
    touch: async (thing: Locator) => {
      await seen(thing.first());
      await thing.first().tap();
      touches += 1;
    },
    /** What the script looks up, and the person knows. */
    aside: async <T>(look: () => Promise<T>): Promise<T> => {
      const since = performance.now();
      const found = await look();
      asideMs += performance.now() - since;
      return found;
    },
    measured: (task: string): Measured => {
      const waitedSeconds = rounded((performance.now() - began - asideMs) / 1000);
      const acts = (keys - endsOfTyping) * KEY_SECONDS + touches * TOUCH_SECONDS;
      const seconds = rounded(waitedSeconds + acts);
      return { task, keys, touches, letters, waitedSeconds, seconds };
    },
  };
}

/** Runs in the browser. */
const emptyFieldHasFocus = () =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value === '';

const LOOKS_EVERY_MS = 20;
const LONG_MS = 15_000;

async function until(holds: () => Promise<boolean>) {
  for (const end = performance.now() + LONG_MS; !(await holds()); await sleep(LOOKS_EVERY_MS)) {
    if (performance.now() > end) throw new Error('the focus does not come');
  }
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

/** The rows as a table for people. */
export function asTable(rows: readonly Measured[]): string {
  const head = ['task', 'keys', 'touches', 'letters', 'waited (s)', 'work (s)'];
  const lines = rows.map(({ task, ...figures }) => [task, ...Object.values(figures).map(String)]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const write = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [head, ...lines].map(write).join('\n');
}
