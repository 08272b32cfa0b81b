/** Numbers beside lines of the menu: each domain counts its own, as far as the person may see what it counts. */
import type { Actor } from './actor.ts';
import type { Db, Tx } from './database/db.ts';
import { point } from './face.ts';

/** group → key → number. A line of the menu sums some of them (`count` in web/staff-pages.ts). */
export type Badges = Record<string, Record<string, number>>;

/** The badges of a domain. They count under the program's role: conditions limit a consumer to own rows. */
export const badges = point<(db: Db | Tx, actor: Actor) => Promise<Badges>>('platform.badges');
