import { describe, expect, test } from 'vitest';
import { registration } from '#domains/consumers/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { getProfile } from './session/contract.ts';

const app = await testApp();

async function lastCode(phone: string): Promise<string> {
  const rows = await all<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${phone} order by id desc limit 1`,
  );
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}

async function phoneOf(userId: string): Promise<string> {
  const rows = await all<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${userId}`,
  );
  return rows[0]?.phone ?? '';
}

const { signIn } = app;

describe('signing in', () => {
  test('answers the specified shape, profile and permissions', async () => {
    const cashier = await app.staff('cashier');
    const answer = await signIn(await phoneOf(cashier.userId), cashier.password);
    expect(Object.keys(answer.response.AuthenticationResult).sort()).toEqual([
      'AccessToken',
      'IdToken',
      'RefreshToken',
    ]);
    expect(answer.profile.role).toBe('cashier');
    const payments = answer.permissions.find(({ match }) => match === 'payments');
    expect(payments?.features).toContainEqual({ match: 'payments:take' });
  });

  test('a household has its Bengali name of the register in the profile; staff have none', async () => {
    const [rahima, cashier] = [await app.consumer('Rahima'), await app.staff('cashier')];
    const nameOf = async (as: typeof rahima) => (await app.call(getProfile, { as })).profile.nameBn;
    expect(await nameOf(rahima)).toBeNull();
    await sql`update consumers.consumers set name_bn = 'রহিমা বেগম' where id = ${rahima.consumerId}`.execute(
      app.db,
    );
    expect(await nameOf(rahima)).toBe('রহিমা বেগম');
    const { profile } = await signIn(await phoneOf(rahima.userId), rahima.password);
    expect(profile).toMatchObject({ name: 'Rahima', nameBn: 'রহিমা বেগম' });
    expect(await nameOf(cashier)).toBeNull();
  });
});

describe('registering with a one-time code', () => {
  test('a phone is proven once, then the consumer can sign in', async () => {
    const phone = '+8801812345678';
    await app.call(contract.requestCode, { body: { phone: '০১৮১২-৩৪৫৬৭৮', purpose: 'registration' } });
    const code = await lastCode(phone);
    const { proof } = await app.call(contract.verifyCode, { body: { phone, purpose: 'registration', code } });
    const body = { name: 'আনোয়ারা বেগম', phone, proof, password: 'pukur-par-7' };
    const { consumerNumber } = await app.call(registration, { body });
    expect(consumerNumber).toMatch(/^2\d{9}$/);
    expect((await app.refused(registration, { body })).code).toBe('identity.proof_invalid');
    expect((await signIn('01812345678', 'pukur-par-7')).profile.role).toBe('consumer');
  });

  test('five wrong tries end a code, even for the right one after them (G33)', async () => {
    const phone = '+8801912345678';
    await app.call(contract.requestCode, { body: { phone, purpose: 'registration' } });
    const code = await lastCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(
      Array.from({ length: 20 }, () =>
        app.refused(contract.verifyCode, { body: { phone, purpose: 'registration', code: wrong } }),
      ),
    );
    const late = await app.refused(contract.verifyCode, { body: { phone, purpose: 'registration', code } });
    expect(late.code).toBe('identity.code_tries_over');
  });
});
