/** A challenge is good once and for five tries of its own; a deleted account keeps no way in. */
import { describe, expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as identity from '../contract.ts';
import { createUser, deleteUser } from '../users/contract.ts';
import * as contract from './contract.ts';
import { codeOf, stepAt } from './totp.rules.ts';

const app = await testApp();
const admin = await app.staff('admin');

type Protected = Person & { secret: string; recoveryCodes: string[] };

/** A member of staff with a second factor, whose next code of the app is good again. */
async function protectedStaff(): Promise<Protected> {
  const person = await app.staff('cashier');
  const { secret } = await app.call(contract.beginSecondFactor, {
    as: person,
    body: { password: person.password },
  });
  const body = { code: codeOf(secret, stepAt(app.clock.now())) };
  const { recoveryCodes } = await app.call(contract.confirmSecondFactor, { as: person, body });
  app.clock.advance(60);
  return { ...person, secret, recoveryCodes };
}

async function challenged({ userId, password }: Person): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  const answer = await app.call(identity.login, { body: { login: phone, password } });
  if (!('challenge' in answer)) throw new Error('no second step was asked for');
  return answer.challenge.token;
}

const tried = (challenge: string, code: string) =>
  app.codeOf(contract.completeSignIn, { body: { challenge, code } });

describe('a challenge', () => {
  test('opens one session although two good codes come for it at once', async () => {
    const person = await protectedStaff();
    const challenge = await challenged(person);
    const [one_ = '', two = ''] = person.recoveryCodes;
    const { answers } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from identity.second_factors where user_id = ${person.userId} for update`);
      const started = Promise.all([tried(challenge, one_), tried(challenge, two)]);
      await expect.poll(triesAt(person)).toBe(2);
      return { answers: started };
    });
    const codes = (await answers).map((code) => code ?? 'open').sort();
    expect(codes).toEqual(['identity.challenge_over', 'open']);
    const { left } = await one<{ left: number }>(
      app.db,
      sql`select count(*)::int as left from identity.recovery_codes
        where user_id = ${person.userId} and used_at is null`,
    );
    // The code of the refused one is not lost.
    expect(left).toBe(9);
  });

  const triesAt = (person: Person) => async () => {
    const { tries } = await one<{ tries: number }>(
      app.db,
      sql`select tries from identity.sign_in_challenges where user_id = ${person.userId}`,
    );
    return tries;
  };

  test('is over after five wrong codes, also if nothing is counted for the account', async () => {
    const person = await protectedStaff();
    const challenge = await challenged(person);
    const codes: (string | undefined)[] = [];
    const forgotten = () => execute(app.db, sql`delete from identity.login_failures`);
    for (let times = 0; times < 5; times += 1) {
      codes.push(await tried(challenge, '000000'));
      await forgotten();
    }
    const wrong = 'identity.code_wrong';
    expect(codes).toEqual([wrong, wrong, wrong, wrong, 'identity.challenge_over']);
    const [recovery = ''] = person.recoveryCodes;
    expect(await tried(challenge, recovery)).toBe('identity.challenge_over');
    expect(await triesAt(person)()).toBe(5);
    expect(await tried(await challenged(person), recovery)).toBeUndefined();
  });
});

describe('a deleted account', () => {
  test('keeps no factor, recovery code, challenge and joined provider', async () => {
    const person = await protectedStaff();
    await challenged(person);
    await execute(
      app.db,
      sql`insert into identity.provider_links (issuer, subject, user_id, linked_at)
        values ('https://id.city.test', 'who leaves', ${person.userId}, ${app.clock.now()})`,
    );
    const ways = () =>
      one<{ factors: number; codes: number; challenges: number; links: number }>(
        app.db,
        sql`select (select count(*)::int from identity.second_factors where user_id = ${person.userId}) as factors,
          (select count(*)::int from identity.recovery_codes where user_id = ${person.userId}) as codes,
          (select count(*)::int from identity.sign_in_challenges where user_id = ${person.userId}) as challenges,
          (select count(*)::int from identity.provider_links where user_id = ${person.userId}) as links`,
      );
    expect(await ways()).toEqual({ factors: 1, codes: 10, challenges: 1, links: 1 });
    await app.call(deleteUser, { as: admin, params: { id: person.userId } });
    expect(await ways()).toEqual({ factors: 0, codes: 0, challenges: 0, links: 0 });
  });

  test('has its link to choose a password ended', async () => {
    const body = { name: 'Never Came', email: 'never@example.org', phone: '01811000091', role: 'cashier' };
    const { id } = await app.call(createUser, { as: admin, body });
    const ended = () =>
      one<{ links: number; ended: number }>(
        app.db,
        sql`select count(*)::int as links, count(replaced_at)::int as ended from identity.one_time_links
          where user_id = ${id}`,
      );
    expect(await ended()).toEqual({ links: 1, ended: 0 });
    await app.call(deleteUser, { as: admin, params: { id } });
    expect(await ended()).toEqual({ links: 1, ended: 1 });
  });
});
