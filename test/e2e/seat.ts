/** A person with a browser that is watched: what goes wrong in it is kept, and each screen is looked at for what makes it hard to use. */
import { type Browser, expect } from '@playwright/test';
import type { Language } from '#web/texts/texts.ts';
import { loginOfConsumer } from './consumer.ts';
import { accessible, type Eye, inspect, photograph, watch } from './look.ts';
import type { Program } from './program.ts';
import { enter, openScreen, type Screen, seen } from './screen.ts';
import { loginOf, type Role } from './town.ts';

/** Width of a phone, in px. */
export const PHONE = 390;
export type Seat = Screen & { eye: Eye };
type Given = {
  who: Role | { household: string };
  language?: Language;
  width?: number | undefined;
};

/** Signed in; no page is open yet. A household is named by its national id. */
export async function sit(browser: Browser, { url }: Program, given: Given): Promise<Seat> {
  const { who, language = 'en', width } = given;
  const screen = await openScreen(browser, { url, language, ...(width ? { width } : {}) });
  await enter(screen, typeof who === 'string' ? loginOf(who) : loginOfConsumer(who.household));
  return { ...screen, eye: watch(screen.page) };
}

/** Looks at the screen as it is now. */
export async function look({ eye, language }: Seat): Promise<void> {
  await photograph(eye, language);
  await inspect(eye);
  await accessible(eye);
}

/** The record is in this state. In its head: the history uses some of these words too. */
export const isIn = ({ page }: Seat, state: string): Promise<void> =>
  seen(page.locator('article > header').getByText(state, { exact: true }));

/** Nothing went wrong for any of them. */
export const quiet = (...seats: Seat[]): void => expect(seats.flatMap(({ eye }) => eye.problems)).toEqual([]);
