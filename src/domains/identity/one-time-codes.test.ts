/** Every property of G33, over HTTP; the clock is moved, the phone is the outbox's receiver. */
import { describe, expect, test } from 'vitest';
import { registration } from '#domains/consumers/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { testApp } from '#test/app.ts';
import { type CodePurpose, requestCode, resetConsumerPassword, verifyCode } from './contract.ts';

const app = await testApp();

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+88015${String(30_000_000 + phones)}`;
};

async function messages(phone: string): Promise<string[]> {
  const rows = await all<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${phone} order by id`,
  );
  return rows.map(({ body }) => body);
}

/** Asks for a code and gives it. */
async function codeFor(phone: string, purpose: CodePurpose = 'registration'): Promise<string> {
  await app.call(requestCode, { body: { phone, purpose } });
  return /\d{6}/.exec((await messages(phone)).at(-1) ?? '')?.[0] ?? '';
}

const other = (code: string) => (code === '000000' ? '000001' : '000000');

const refusal = async (phone: string, code: string, purpose: CodePurpose = 'registration') =>
  (await app.refused(verifyCode, { body: { phone, purpose, code } })).code;

const verify = (phone: string, code: string, purpose: CodePurpose = 'registration') =>
  app.call(verifyCode, { body: { phone, purpose, code } });

describe('one-time codes (G33)', () => {
  test('G33 six digits, kept as a hash only, good for ten minutes', async () => {
    const phone = newPhone();
    const { expiresInSeconds } = await app.call(requestCode, { body: { phone, purpose: 'registration' } });
    expect(expiresInSeconds).toBe(600);
    const code = /\b\d{6}\b/.exec((await messages(phone))[0] ?? '')?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const { stored } = await one<{ stored: string }>(
      app.db,
      sql`select to_jsonb(c)::text as stored from identity.one_time_codes c where phone = ${phone}`,
    );
    expect(stored).not.toContain(code);
    app.clock.advance(599);
    expect((await verify(phone, code)).proof).toBeTruthy();
    const late = await codeFor(newPhone());
    app.clock.advance(601);
    expect(await refusal(`+88015${30_000_000 + phones}`, late)).toBe('identity.code_wrong');
  });

  test('G33 of 100 tries at once five count, before the code is looked at', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const refusals = await Promise.all(Array.from({ length: 100 }, () => refusal(phone, other(code))));
    const over = refusals.filter((refusal) => refusal === 'identity.code_tries_over');
    expect(over).toHaveLength(96);
    expect(refusals.filter((refusal) => refusal === 'identity.code_wrong')).toHaveLength(4);
    const { tries } = await one<{ tries: number }>(
      app.db,
      sql`select tries from identity.one_time_codes where phone = ${phone}`,
    );
    expect(tries).toBe(5);
    expect(await refusal(phone, code)).toBe('identity.code_tries_over');
  });

  test('G33 the fifth wrong try says that a new code is wanted, for known and unknown numbers alike (G32)', async () => {
    const person = await app.consumer();
    const { phone: known } = await one<{ phone: string }>(
      app.db,
      sql`select phone from identity.users where id = ${person.userId}`,
    );
    const unknown = newPhone();
    for (const purpose of ['password-reset', 'registration'] as const) {
      for (const phone of [known, unknown]) {
        await app.call(requestCode, { body: { phone, purpose } });
        const answers: string[] = [];
        // The code of the number that may not use it is not sent, so it is not known here either.
        const wrong = other(/\d{6}/.exec((await messages(phone)).at(-1) ?? '')?.[0] ?? '000000');
        for (let tries = 0; tries < 6; tries += 1) answers.push(await refusal(phone, wrong, purpose));
        const over = 'identity.code_tries_over';
        expect(answers).toEqual([...Array(4).fill('identity.code_wrong'), over, over]);
      }
    }
  });

  test('G33 a new code works after the tries of the one before are over; one that ran out is only wrong', async () => {
    const phone = newPhone();
    const first = await codeFor(phone);
    for (let tries = 0; tries < 5; tries += 1) await refusal(phone, other(first));
    expect((await verify(phone, await codeFor(phone))).proof).toBeTruthy();
    const late = newPhone();
    const code = await codeFor(late);
    for (let tries = 0; tries < 5; tries += 1) await refusal(late, other(code));
    app.clock.advance(601);
    expect(await refusal(late, code)).toBe('identity.code_wrong');
  });

  test('a code may be typed in Bengali digits and with blanks; what has not six digits costs no try', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const bengali = [...code].map((digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]).join('');
    for (const bad of ['', '12345', 'abcdef', `${code}1`, '১২']) {
      const refused = await app.refused(verifyCode, { body: { phone, purpose: 'registration', code: bad } });
      expect(refused.fields).toEqual([{ path: 'code', code: 'identity.code_digits', params: {} }]);
    }
    expect((await verify(phone, ` ${bengali.slice(0, 3)} ${bengali.slice(3)} `)).proof).toBeTruthy();
  });

  test('the last line binds the code to our page, in both languages', async () => {
    for (const language of ['en', 'bn'] as const) {
      const phone = newPhone();
      await app.call(requestCode, { body: { phone, purpose: 'registration', language } });
      const [text = ''] = await messages(phone);
      const lines = text.split('\n');
      const [code] = /\d{6}/.exec(lines[0] ?? '') ?? [];
      expect(lines).toHaveLength(2);
      expect(lines[1]).toBe(`@localhost #${code}`);
    }
  });

  test('G33 of 100 right tries at once one is given a proof', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const body = { phone, purpose: 'registration' as const, code };
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => app.call(verifyCode, { body })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('G33 four wrong tries leave the fifth', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    for (let tries = 0; tries < 4; tries += 1) await refusal(phone, other(code));
    expect((await verify(phone, code)).proof).toBeTruthy();
    // Used, not worn out.
    expect(await refusal(phone, code)).toBe('identity.code_wrong');
  });

  test('G33 a new code ends the one before, also when it is guessed right', async () => {
    const phone = newPhone();
    const first = await codeFor(phone);
    const second = await codeFor(phone);
    if (first !== second) expect(await refusal(phone, first)).toBe('identity.code_wrong');
    expect((await verify(phone, second)).proof).toBeTruthy();
  });

  test('G33 bound to its purpose and its phone', async () => {
    const person = await app.consumer();
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from identity.users where id = ${person.userId}`,
    );
    const reset = await codeFor(phone, 'password-reset');
    expect(await refusal(phone, reset, 'registration')).toBe('identity.code_wrong');
    const [mine, yours] = [newPhone(), newPhone()];
    const code = await codeFor(mine);
    const its = await codeFor(yours);
    if (code !== its) expect(await refusal(yours, code)).toBe('identity.code_wrong');
    const { proof } = await verify(mine, code);
    const body = { name: 'Somebody', phone: yours, proof, password: 'pukur-par-7' };
    expect((await app.refused(registration, { body })).code).toBe('identity.proof_invalid');
    const elsewhere = { phone: mine, proof, password: 'pukur-par-7' };
    expect((await app.refused(resetConsumerPassword, { body: elsewhere })).code).toBe(
      'identity.proof_invalid',
    );
  });

  test('G33 used once: neither the code nor its proof is taken again', async () => {
    const phone = newPhone();
    const code = await codeFor(phone);
    const { proof } = await verify(phone, code);
    expect(await refusal(phone, code)).toBe('identity.code_wrong');
    expect(await refusal(phone, other(code))).toBe('identity.code_wrong');
    const body = { name: 'Once Only', phone, proof, password: 'pukur-par-7' };
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => app.call(registration, { body })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await app.refused(registration, { body })).code).toBe('identity.proof_invalid');
  });

  test('G33 a proof is good for ten minutes', async () => {
    const phone = newPhone();
    const { proof } = await verify(phone, await codeFor(phone));
    app.clock.advance(601);
    const body = { name: 'Too Late', phone, proof, password: 'pukur-par-7' };
    expect((await app.refused(registration, { body })).code).toBe('identity.proof_invalid');
  });

  test('G33 three codes in 15 minutes and ten in a day for a phone, others unaffected', async () => {
    const phone = newPhone();
    const ask = (purpose: CodePurpose) => ({ body: { phone, purpose } });
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        app.call(requestCode, ask(index % 2 ? 'registration' : 'password-reset')),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = await app.refused(requestCode, ask('registration'));
    expect([refused.status, refused.code]).toEqual([429, 'common.too_many_requests']);
    expect(Number(refused.params.seconds)).toBeGreaterThan(0);
    await app.call(requestCode, { body: { phone: newPhone(), purpose: 'registration' } });
    for (let asked = 3; asked < 10; asked += 1) {
      app.clock.advance(901);
      await app.call(requestCode, ask('registration'));
    }
    app.clock.advance(901);
    expect((await app.refused(requestCode, ask('registration'))).status).toBe(429);
    app.clock.advance(86_400);
    await app.call(requestCode, ask('registration'));
  });

  test('G33 known and unknown phones answer alike; only who may use it gets a message, in their language', async () => {
    const person = await app.consumer();
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`update identity.users set language = 'bn' where id = ${person.userId} returning phone`,
    );
    const unknown = newPhone();
    const answer = (to: string) => app.call(requestCode, { body: { phone: to, purpose: 'password-reset' } });
    expect(await answer(phone)).toEqual(await answer(unknown));
    expect(await messages(unknown)).toEqual([]);
    expect((await messages(phone)).at(-1)?.normalize('NFC')).toMatch(/: কোড \d{6}, মেয়াদ ১০ মিনিট/);
    await app.call(requestCode, { body: { phone, purpose: 'registration' } });
    expect(await messages(phone)).toHaveLength(1);
  });

  test('thirty phones behind one address register in 15 minutes, and wrong codes shut only their own phone out', async () => {
    const limited = await app.another({}, 'limited');
    const from = { remoteAddress: '198.51.100.9' };
    const send = (endpoint: Endpoint, payload: object, address = from) =>
      limited.server.inject({
        ...{ method: 'POST', url: `/api/${endpoint.service}${endpoint.path}`, payload },
        ...address,
      });
    const purpose = 'registration';
    for (let household = 0; household < 30; household += 1) {
      app.clock.advance(20);
      const phone = newPhone();
      expect((await send(requestCode, { phone, purpose })).statusCode).toBe(200);
      const code = /\d{6}/.exec((await messages(phone)).at(-1) ?? '')?.[0] ?? '';
      expect((await send(verifyCode, { phone, purpose, code: other(code) })).statusCode).toBe(422);
      const verified = await send(verifyCode, { phone, purpose, code });
      const { proof } = verified.json<{ data: { proof: string } }>().data;
      const person = { name: 'Household', phone, proof, password: 'pukur-par-7' };
      expect((await send(registration, person)).statusCode).toBe(200);
    }
    const tried = newPhone();
    for (let codes = 0; codes < 4; codes += 1) {
      app.clock.advance(901);
      const code = await codeFor(tried);
      for (let tries = 0; tries < 5; tries += 1) await refusal(tried, other(code));
    }
    app.clock.advance(901);
    const right = await codeFor(tried);
    const body = { phone: tried, purpose: 'registration' as const, code: right };
    expect(await app.refused(verifyCode, { body })).toMatchObject({
      status: 429,
      params: { seconds: expect.any(Number) },
    });
    const neighbour = newPhone();
    expect((await verify(neighbour, await codeFor(neighbour))).proof).toBeTruthy();
    app.clock.advance(86_400);
    expect((await verify(tried, await codeFor(tried))).proof).toBeTruthy();
  });

  test('from one address a hundred wrong codes are taken in 15 minutes, of the whole network of a household', async () => {
    app.clock.advance(86_400);
    const wrong = async (last: number, phone: string) => {
      const code = /\d{6}/.exec((await messages(phone)).at(-1) ?? '')?.[0] ?? '';
      const answer = await app.server.inject({
        ...{ method: 'POST', url: `/api/social${verifyCode.path}`, remoteAddress: `2001:db8:7:7::${last}` },
        payload: { phone, purpose: 'registration', code: other(code) },
      });
      return answer.statusCode;
    };
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      const phone = newPhone();
      await codeFor(phone);
      for (let tries = 0; tries < 5; tries += 1) statuses.push(await wrong(at + 1, phone));
    }
    expect(statuses.slice(0, 100).filter((status) => status === 422)).toHaveLength(100);
    expect(statuses.slice(100)).toEqual([429, 429, 429, 429, 429]);
    app.clock.advance(901);
    const phone = newPhone();
    await codeFor(phone);
    expect(await wrong(1, phone)).toBe(422);
  });

  test('right codes are not counted: behind one address a hundred and one people prove their phones', async () => {
    app.clock.advance(86_400);
    const from = { remoteAddress: '198.51.100.77' };
    for (let people = 0; people < 101; people += 1) {
      const phone = newPhone();
      const payload = { phone, purpose: 'registration', code: await codeFor(phone) };
      const url = `/api/social${verifyCode.path}`;
      expect((await app.server.inject({ method: 'POST', url, payload, ...from })).statusCode).toBe(200);
    }
  });
});
