/** Open work of a person: what there is, and who may take it over. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { OpenWorkAnswer } from './contract.ts';

export type OpenWork = {
  /** Word of the audit log and of tests, for example `applications`. */
  kind: string;
  title: { en: string; bn: string };
  /** How many pieces of it a person has. */
  count(db: Db | Tx, userId: string): Promise<number>;
  /** Condition over `u` (identity.users) and `r` (its role): may take all that `userId` has. */
  mayTakeOver(userId: string): Sql;
  /** Moves all of it and leaves an audit row for each piece. */
  handOver(tx: Tx, actor: Actor, people: { from: string; to: string }): Promise<void>;
  /** What ends with the account, also if nobody takes the work over. */
  accountEnds?(tx: Tx, actor: Actor, userId: string): Promise<void>;
  /** What ends if the person, who has another role now, may not do it by that role. */
  roleChanged?(tx: Tx, actor: Actor, userId: string): Promise<void>;
};

/** What a person has open, by kind; kinds of which there is nothing are left out. */
export async function openWorkOf(
  db: Db | Tx,
  kinds: readonly OpenWork[],
  userId: string,
): Promise<OpenWorkAnswer['items']> {
  const items = await Promise.all(
    kinds.map(async ({ kind, title, count }) => ({ kind, title, count: await count(db, userId) })),
  );
  return items.filter(({ count }) => count > 0);
}

/** The kinds of which the person has something that they may not do by another role. Asked as long as they have the role of before. */
export async function kindsLostBy(
  db: Db | Tx,
  kinds: readonly OpenWork[],
  { userId, role }: { userId: string; role: string },
): Promise<OpenWork[]> {
  if (kinds.length === 0) return [];
  const found = await first<{ lost: boolean[] }>(
    db,
    sql`select array[${sql.join(kinds.map((kind) => sql`not ${kind.mayTakeOver(userId)}`))}] as lost
      from identity.users u join roles.roles r on r.code = ${role} where u.id = ${userId}`,
  );
  return kinds.filter((_, index) => found?.lost[index]);
}

/** Active members of staff who may do all of it. */
export function successorsOf(
  db: Db | Tx,
  kinds: readonly OpenWork[],
  userId: string,
): Promise<OpenWorkAnswer['successors']> {
  const conditions = kinds.map((kind) => kind.mayTakeOver(userId));
  return all(
    db,
    sql`select u.id, u.name, r.code as role, r.name as "roleName"
      from identity.users u join roles.roles r on r.id = u.role_id
      where u.id <> ${userId} and u.consumer_id is null and r.code <> 'consumer'
        and u.status = 'active' and r.status = 'active'
        and ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
      order by u.name collate "bn-x-icu", u.id`,
  );
}
