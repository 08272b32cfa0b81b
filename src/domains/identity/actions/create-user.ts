/** Makes an account. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { hashPassword } from '../passwords.rules.ts';
import { requireGoodPassword } from './require-password.ts';

export type NewUser = {
  role: string;
  name: string;
  email?: string | undefined;
  phone?: string | undefined;
  password: string;
  language?: 'en' | 'bn';
  consumerId?: string;
};

/** Creates an account that can sign in at once, and looks as its device until a theme is chosen. Unique e-mail and phone are the database's to check. */
export async function createUser(tx: Tx, actor: Actor, input: NewUser): Promise<{ id: string }> {
  await requireGoodPassword(tx, input.password, {
    role: input.role,
    about: [input.name, input.email, input.phone],
  });
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into identity.users (role_id, name, email, phone, password_hash, language, theme, consumer_id)
      select r.id, ${input.name}, ${input.email ?? null}, ${input.phone ?? null}, ${await hashPassword(input.password)},
        ${input.language ?? 'en'}, 'system', ${input.consumerId ?? null}::uuid
      from roles.roles r where r.code = ${input.role} returning id`,
  );
  await audit(tx, actor, {
    action: 'user.create',
    object: 'user',
    objectId: id,
    after: { name: input.name, email: input.email, phone: input.phone, role: input.role },
  });
  return { id };
}
