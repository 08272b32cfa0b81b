/**
 * What waits for a person's own hand, on the first page after signing in. Each domain hands in its queues and the main act of
 * those who work with them; the dashboard shows the rows of all of them, first due first. A new queue needs no edit there.
 */
import type { Permission } from '#shared/permissions.ts';
import type { Actor } from './actor.ts';
import type { Db, Tx } from './database/db.ts';
import { point } from './face.ts';

/** A page of the browser. */
export type WorkLink = { path: string; query?: Readonly<Record<string, string | number>> };
/** In both languages, as menu lines have it. */
type Title = { en: string; bn: string };

export type WorkRow = {
  id: string;
  /** The page on which this row's work is done. */
  to: WorkLink;
  number: string | null;
  name: string | null;
  nameBn?: string | null;
  sectorNumber?: string | null;
  roadNumber?: string | null;
  plotNumber?: string | null;
  amountMinor?: number | null;
  /** The month that it is about. */
  month?: string | null;
  /** The day that it is about. */
  day?: string | null;
  /** An instant or a day: from when on it waits. */
  since: string | null;
  /** Until when it has to be done; null if nothing says so. */
  dueAt: string | null;
};

export type WorkQueue = {
  name: string;
  /** Its place among those of all domains: the smallest comes first. */
  order: number;
  title: Title;
  /** Any of these words lets a person work on it. */
  permissions: readonly Permission[];
  /** And this one, if what its rows lead to asks for it. The word to see what a word is for is not written here (platform/words/work-words.ts). */
  needs?: Permission;
  /** The list that holds exactly the rows that `first` counts. */
  list: (actor: Actor) => WorkLink;
  /** The rows that come first, and how many there are. */
  first: (db: Db | Tx, actor: Actor, limit: number) => Promise<{ total: number; items: WorkRow[] }>;
};

/** The button on top of the first page: what a person of this word comes for. */
export type MainAct = {
  order: number;
  title: Title;
  permission: Permission;
  to: WorkLink;
  /** Leads to the first row of this queue as long as it has one. */
  queue?: string;
};

export const workQueues = point<readonly WorkQueue[]>('platform.work-queues');
export const mainActs = point<readonly MainAct[]>('platform.main-acts');
