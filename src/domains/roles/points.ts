/** What roles needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { CountPeople } from './queries.ts';

/** How many accounts have each role. */
export const countPeople = point<CountPeople>('roles.count-people');

/** Locks the accounts of a role, so that no work is given to them meanwhile (assigning takes a share of each lock). */
export const lockPeople = point<(tx: Tx, roleId: string) => Promise<void>>('roles.lock-people');

export type Taken = { roleId: string; words: readonly string[] };
/** Work that people have by a word of their role. */
export type WorkByWord = {
  /** Word of the audit log and of tests, for example `tickets`. */
  kind: string;
  title: { en: string; bn: string };
  /** People of the role with open work that they may not do without these words, and how many pieces each has. A word to open records comes with those for work on them. */
  lost(db: Db | Tx, actor: Actor, taken: Taken): Promise<{ userId: string; count: number }[]>;
  /** As at the end of an account whose work nobody takes over. Left out: others have it at once, because their role lets them do it. */
  letGo?(tx: Tx, actor: Actor, userId: string): Promise<void>;
};
export const workByWord = point<WorkByWord>('roles.work-by-word');
