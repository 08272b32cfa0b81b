/** Who signs in locks the account and then its factor. Who turns the factor on or off does the same, or the two wait for each other. */
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange, waiting } from '#test/race.ts';
import * as contract from './contract.ts';
import { codeOf, stepAt } from './totp.rules.ts';

const app = await testApp();
const admin = await app.staff('admin');

const codeAt = (secret: string, steps = 0) => codeOf(secret, stepAt(app.clock.now()) + steps);
const begin = (as: Person) => app.call(contract.beginSecondFactor, { as, body: { password: as.password } });

/** A member of staff who has scanned the secret, and has sent its first code if the factor is on. */
async function person(isOn: boolean): Promise<{ as: Person; secret: string }> {
  const as = await app.staff('surveyor');
  const { secret } = await begin(as);
  if (isOn) await app.call(contract.confirmSecondFactor, { as, body: { code: codeAt(secret) } });
  return { as, secret };
}

type Act = { isOn: boolean; send: (as: Person, secret: string) => Promise<unknown> };
const proof = (as: Person, secret: string) => ({
  as,
  body: { password: as.password, code: codeAt(secret, 1) },
});
const ACTS: Record<string, Act> = {
  'a new secret': { isOn: false, send: (as) => begin(as) },
  'the first code': {
    isOn: false,
    send: (as, secret) => app.call(contract.confirmSecondFactor, { as, body: { code: codeAt(secret) } }),
  },
  'new codes of recovery': {
    isOn: true,
    send: (as, secret) => app.call(contract.renewRecoveryCodes, proof(as, secret)),
  },
  'the end': { isOn: true, send: (as, secret) => app.call(contract.endSecondFactor, proof(as, secret)) },
  'the end by an administrator': {
    isOn: true,
    send: (as) => app.call(contract.resetSecondFactor, { as: admin, body: { id: as.userId } }),
  },
};

test.each(Object.entries(ACTS))(
  '%s waits for the account and has no lock on the factor until then',
  async (_name, { isOn, send }) => {
    const { as, secret } = await person(isOn);
    const { sent } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${as.userId} for no key update`);
      const sent = send(as, secret);
      // A refusal before the lock is told at the end, and not as an error that nobody waits for.
      sent.catch(() => undefined);
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      await execute(
        tx,
        sql`select from identity.second_factors where user_id = ${as.userId} for update nowait`,
      );
      return { sent };
    });
    await sent;
  },
);

test('a session that is opened by the password alone while the factor is turned on ends', async () => {
  const { as, secret } = await person(false);
  const device = 'signed in meanwhile';
  await duringChange(
    app,
    async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${as.userId} for no key update`);
      await execute(
        tx,
        sql`insert into identity.sessions (user_id, created_at, last_used_at, idle_seconds, idle_until, absolute_until, ip, device)
          select user_id, created_at, last_used_at, idle_seconds, idle_until, absolute_until, ip, ${device}
          from identity.sessions where user_id = ${as.userId} limit 1`,
      );
    },
    () => app.call(contract.confirmSecondFactor, { as, body: { code: codeAt(secret) } }),
  );
  const session = await one(app.db, sql`select end_reason from identity.sessions where device = ${device}`);
  expect(session).toEqual({ end_reason: 'second factor turned on' });
});
