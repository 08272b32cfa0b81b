import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { StoredProfile } from '../contract.ts';
import { getProfile } from '../queries.ts';

export async function editProfile(tx: Tx, actor: Actor, input: ProfileFields): Promise<StoredProfile> {
  const userId = String(actor.userId);
  const before = await getProfile(tx, userId);
  const changed = await first(
    tx,
    sql`update identity.users set name = ${input.name}, language = ${input.language},
        theme = ${input.theme}, version = version + 1
      where id = ${userId} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  await audit(tx, actor, {
    action: 'user.profile',
    object: 'user',
    objectId: userId,
    before: { name: before.name, language: before.language, theme: before.theme },
    after: { name: input.name, language: input.language, theme: input.theme },
  });
  return getProfile(tx, userId);
}

/** The account's version stays: a form that is open may still be saved. */
export async function saveAppearance(tx: Tx, actor: Actor, input: Appearance): Promise<{ done: true }> {
  const userId = String(actor.userId);
  const { language, theme } = await getProfile(tx, userId);
  const after = { language: input.language ?? language, theme: input.theme ?? theme };
  await execute(
    tx,
    sql`update identity.users set language = ${after.language}, theme = ${after.theme} where id = ${userId}`,
  );
  await audit(tx, actor, {
    action: 'user.profile',
    object: 'user',
    objectId: userId,
    before: { language, theme },
    after,
  });
  return { done: true };
}

type ProfileFields = {
  name: string;
  language: 'en' | 'bn';
  theme: 'light' | 'dark' | 'system';
  version: number;
};

type Appearance = { language?: 'en' | 'bn' | undefined; theme?: 'light' | 'dark' | 'system' | undefined };
