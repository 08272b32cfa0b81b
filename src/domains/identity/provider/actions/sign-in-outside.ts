/**
 * Signing in through the outside provider. It opens an account only that a person has joined with it by their
 * password, and offers the joining only if a verified e-mail is that of an active member of staff. The browser
 * that began holds a secret of its own, so that nobody is signed in with somebody else's answer.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type Account, accountById, findAccount, lockUnchanged } from '../../account-queries.ts';
import {
  challenge,
  passFirstStep,
  type SignInAnswer,
  spendChallenge,
  takeChallenge,
} from '../../actions/complete-sign-in.ts';
import { countTry, forgetTries } from '../../actions/count-try.ts';
import { logSignIn } from '../../actions/log-sign-in.ts';
import type { Keys } from '../../actions/open-session.ts';
import { tellPerson } from '../../actions/tell-person.ts';
import { wrongTry } from '../../challenge-tries.ts';
import { errors } from '../../contract.ts';
import { passwordMatches } from '../../passwords.rules.ts';
import { newRefreshToken, refreshTokenHash, seal, unseal } from '../../tokens.ts';
import { triesOf } from '../../tries.ts';
import { RETURN_PATH } from '../contract.ts';
import type { Checks, Outside, Provider } from '../open-id.ts';

const FLOW_SECONDS = 600;

export type ProviderContext = { provider: Provider | undefined; publicUrl: string };

function requireProvider({ provider }: ProviderContext): Provider {
  if (!provider) throw fail(commonErrors.not_found);
  return provider;
}

export async function beginProvider(
  db: Db,
  keys: Keys,
  actor: Actor,
  context: ProviderContext,
): Promise<{ address: string; flow: string }> {
  const { address, ...checks } = await requireProvider(context).begin(`${context.publicUrl}${RETURN_PATH}`);
  const flow = newRefreshToken();
  await transaction(db, async (tx) => {
    await execute(
      tx,
      sql`delete from identity.provider_flows where expires_at < ${actor.now}::timestamptz - interval '1 day'`,
    );
    await execute(
      tx,
      sql`insert into identity.provider_flows (flow_hash, state, nonce, verifier, issued_at, expires_at)
      values (${refreshTokenHash(flow)}, ${checks.state}, ${checks.nonce}, ${seal(keys.secrets, checks.verifier)},
        ${actor.now}, ${new Date(actor.now.getTime() + FLOW_SECONDS * 1000)})`,
    );
  });
  return { address, flow };
}

/** The checks of a flow, which is used up by asking for them. */
async function spendFlow(db: Db, keys: Keys, actor: Actor, flow: string): Promise<Checks> {
  const row = await first<{ state: string; nonce: string; verifier: Buffer }>(
    db,
    sql`update identity.provider_flows set used_at = ${actor.now}
      where flow_hash = ${refreshTokenHash(flow)} and used_at is null and expires_at > ${actor.now}
      returning state, nonce, verifier`,
  );
  if (!row) throw fail(errors.provider_invalid);
  return { ...row, verifier: unseal(keys.secrets, row.verifier) };
}

type Finish = { flow: string; answer: string; device: string };

export async function finishProvider(
  db: Db,
  keys: Keys,
  actor: Actor,
  { context, ...input }: Finish & { context: ProviderContext },
): Promise<SignInAnswer> {
  const provider = requireProvider(context);
  const checks = await spendFlow(db, keys, actor, input.flow);
  const returned = new URL(`${context.publicUrl}${RETURN_PATH}`);
  returned.search = input.answer;
  const outside = await provider.finish(returned, checks);
  const joined = await joinedAccount(db, outside);
  if (joined) return openOutside(db, keys, actor, { account: joined, device: input.device });
  const account = outside.isVerified && outside.email ? await findAccount(db, outside.email) : undefined;
  if (!mayUse(account)) return refuse(db, actor, { outside, account, device: input.device });
  return transaction(db, (tx) => challenge(tx, actor, { userId: account.id, step: 'join', outside }));
}

const mayUse = (account: Account | undefined): account is Account =>
  account !== undefined && account.status === 'active' && account.role !== 'consumer';

async function joinedAccount(db: Db, { issuer, subject }: Outside): Promise<Account | undefined> {
  const link = await first<{ user_id: string }>(
    db,
    sql`select user_id from identity.provider_links where issuer = ${issuer} and subject = ${subject}`,
  );
  return link && accountById(db, link.user_id);
}

type Opening = { account: Account; device: string };

async function openOutside(
  db: Db,
  keys: Keys,
  actor: Actor,
  { account, device }: Opening,
): Promise<SignInAnswer> {
  const answer = mayUse(account)
    ? await transaction(db, async (tx) => {
        if (!(await lockUnchanged(tx, account))) return undefined;
        return passFirstStep(tx, keys, actor, { account, device, login: account.login, method: 'provider' });
      })
    : undefined;
  return answer ?? refuse(db, actor, { account, device });
}

type Refused = { outside?: Outside; account: Account | undefined; device: string };

async function refuse(db: Db, actor: Actor, { outside, account, device }: Refused): Promise<never> {
  await logSignIn(db, actor, {
    userId: account?.id ?? null,
    login: outside?.email ?? account?.login ?? '',
    action: 'login',
    succeeded: false,
    device,
    method: 'provider',
  });
  throw fail(errors.provider_no_account);
}

type Join = { challenge: string; password: string; device: string };

/** The password is the consent of the account's owner; tries at it are those of the sign-in. */
export async function joinProvider(db: Db, keys: Keys, actor: Actor, input: Join): Promise<SignInAnswer> {
  const waiting = await takeChallenge(db, actor, input.challenge, ['join']);
  const account = await accountById(db, waiting.user_id);
  const isAllowed = await countTry(db, triesOf.password(waiting.user_id), actor.now);
  const isRight = await passwordMatches(input.password, account?.password_hash ?? null);
  if (!mayUse(account) || !isAllowed || !isRight) {
    const { user_id: userId } = waiting;
    const login = account?.login ?? '';
    await logSignIn(db, actor, { userId, login, action: 'login', succeeded: false, device: input.device });
    throw wrongTry(waiting, errors.wrong_credentials);
  }
  return transaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, account))) throw fail(errors.challenge_over);
    await spendChallenge(tx, actor, input.challenge);
    await forgetTries(tx, triesOf.password(account.id));
    await join(tx, actor, account, waiting as { issuer: string; subject: string });
    const way = { account, device: input.device, login: account.login, method: 'provider' as const };
    return passFirstStep(tx, keys, actor, way);
  });
}

/** One outside account an own one: a later one takes the place of the one before. */
async function join(
  tx: Tx,
  actor: Actor,
  { id }: Account,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await execute(
    tx,
    sql`insert into identity.provider_links (issuer, subject, user_id, linked_at)
    values (${issuer}, ${subject}, ${id}, ${actor.now})
    on conflict on constraint provider_links_user_id_key
      do update set subject = excluded.subject, linked_at = excluded.linked_at`,
  );
  // Nobody is signed in yet: the one who gave the password is the actor.
  await audit(
    tx,
    { ...actor, userId: id },
    { action: 'user.provider-join', object: 'user', objectId: id, after: { issuer } },
  );
  await tellPerson(tx, actor, id, 'provider_joined');
}

export async function leaveProvider(tx: Tx, actor: Actor): Promise<{ done: true }> {
  const left = await first<{ issuer: string }>(
    tx,
    sql`delete from identity.provider_links where user_id = ${actor.userId} returning issuer`,
  );
  if (!left) throw fail(commonErrors.not_found);
  const id = String(actor.userId);
  await audit(tx, actor, {
    action: 'user.provider-leave',
    object: 'user',
    objectId: id,
    before: { issuer: left.issuer },
  });
  return { done: true };
}
