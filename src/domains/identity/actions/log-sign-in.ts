/** The one writer of identity.login_log (spec §7 /logs?service=login_logout). */
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, sql, type Tx } from '#platform/database/db.ts';

/** How somebody proved who they are. */
export type Method = 'password' | 'code' | 'recovery' | 'provider';

/** Why it was refused: for those who read the logs, never for the person (G32). */
export type Refused =
  | 'unknown_account'
  | 'wrong_password'
  | 'locked'
  | 'disabled'
  | 'wrong_code'
  | 'token_reuse';

const USUAL: Record<Method, Refused> = {
  password: 'wrong_password',
  code: 'wrong_code',
  recovery: 'wrong_code',
  provider: 'unknown_account',
};

type Entry = {
  userId: string | null;
  login: string;
  action: 'login' | 'logout' | 'refresh_reuse';
  succeeded: boolean;
  device: string;
  method?: Method;
  reason?: Refused;
};

function reasonOf({ succeeded, action, reason, method }: Entry): Refused | null {
  if (succeeded) return null;
  return action === 'refresh_reuse' ? 'token_reuse' : (reason ?? USUAL[method ?? 'password']);
}

/** People type their password into the login field: what is neither an address nor a number is not written down. */
function readable({ login, userId }: Entry): string {
  const isLogin =
    userId !== null ||
    login === '' ||
    /^\+?\d{6,15}$/.test(login) ||
    /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(login);
  return isLogin ? login.slice(0, 254) : '•••';
}

export async function logSignIn(db: Db | Tx, actor: Actor, entry: Entry): Promise<void> {
  await execute(
    db,
    sql`insert into identity.login_log (at, user_id, login, action, succeeded, ip, device, method, reason)
    values (${actor.now}, ${entry.userId}, ${readable(entry)}, ${entry.action}, ${entry.succeeded},
      ${actor.ip}, ${entry.device.slice(0, 200)}, ${entry.method ?? 'password'}, ${reasonOf(entry)})`,
  );
}
