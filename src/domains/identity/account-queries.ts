import { type Db, execute, first, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** An account as signing in looks at it; `disabled` also if its role is. */
export type Account = {
  id: string;
  role_id: string;
  role: string;
  login: string;
  password_hash: string | null;
  status: string;
};

const ACCOUNT = sql`select u.id, u.role_id, r.code as role, coalesce(u.email, u.phone) as login, u.password_hash,
    case when r.status = 'active' then u.status else 'disabled' end as status
  from identity.users u join roles.roles r on r.id = u.role_id`;

/** @param login e-mail in lower case, or phone with its country */
export function findAccount(db: Db, login: string): Promise<Account | undefined> {
  return first(db, sql`${ACCOUNT} where lower(u.email) = ${login} or u.phone = ${login} limit 1`);
}

/** The account before its second factor, its links and its sessions, by everybody: in two orders two would wait for each other. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await execute(tx, sql`select from identity.users where id = ${id} for no key update`);
}

/**
 * Locks an account for the opening of its session. Who changes its password or its state waits, and ends the session too.
 * @returns false if its password or its state is another one than it was when the account was looked at
 */
export async function lockUnchanged(tx: Tx, { id, status, password_hash }: Account): Promise<boolean> {
  await lockAccount(tx, id);
  const now = await accountById(tx, id);
  return now?.status === status && now.password_hash === password_hash;
}

/**
 * Locks the account that a link is for, before the link itself: who changes an account locks it, and then its links. In the
 * other order the two would wait for each other.
 */
export async function lockAccountOf(tx: Tx, links: Sql, tokenHash: Buffer): Promise<void> {
  await execute(
    tx,
    sql`select from identity.users where id = (select user_id from ${links} where token_hash = ${tokenHash}) for no key update`,
  );
}

export function accountById(db: Db | Tx, id: string): Promise<Account | undefined> {
  return first(db, sql`${ACCOUNT} where u.id = ${id}`);
}
