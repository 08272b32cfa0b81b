/**
 * G32: does the time of a refusal tell which accounts exist? 200 tries each, interleaved, of a sign-in and of asking
 * for a reset code, for accounts that are known, unknown, locked and disabled.
 * Result: the medians in milliseconds; apart_ms = the largest difference within each of the two, to stay below 10;
 * ratio = a refused sign-in against the password hash alone, which each of them does once.
 */

import { createUser } from '#domains/identity/actions/create-user.ts';
import { requestCode } from '#domains/identity/actions/request-code.ts';
import { signIn } from '#domains/identity/actions/sign-in.ts';
import { hashPassword, passwordMatches } from '#domains/identity/passwords.rules.ts';
import { makeTokens } from '#domains/identity/tokens.ts';
import { ensureBuiltInRoles } from '#domains/roles/actions/ensure-built-in-roles.ts';
import { systemActor } from '#platform/actor.ts';
import { type Database, execute, sql, transaction } from '#platform/database/db.ts';
import { makeSecrets } from '#platform/secrets/secrets.ts';
import { allWords } from '#platform/words/all-words.ts';
import { benchServer, seconds } from './bench-database.ts';

const TRIES = 200;
const PASSWORD = 'neel-akash-42';
const PHONES = { known: '+8801700000001', locked: '+8801700000002', disabled: '+8801700000003' };

async function people({ db }: Database): Promise<void> {
  const actor = systemActor(new Date(), '2026-11-15');
  await transaction(db, async (tx) => {
    await ensureBuiltInRoles(tx, allWords);
    for (const phone of Object.values(PHONES))
      await createUser(tx, actor, { role: 'reader', name: 'Karim Uddin', phone, password: PASSWORD });
    await execute(tx, sql`update identity.users set status = 'disabled' where phone = ${PHONES.disabled}`);
  });
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const apart = (values: Record<string, number>) =>
  Math.max(...Object.values(values)) - Math.min(...Object.values(values));

/** Each work in turn, again and again; the median milliseconds of each. */
async function interleaved(
  works: Record<string, (turn: number) => Promise<unknown>>,
): Promise<Record<string, number>> {
  const taken: Record<string, number[]> = {};
  for (let turn = 0; turn < TRIES; turn += 1) {
    for (const [name, work] of Object.entries(works)) {
      const spent = await seconds(() => work(turn).catch(() => undefined));
      taken[name] = [...(taken[name] ?? []), spent * 1000];
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([name, all]) => [name, Number(median(all).toFixed(2))]),
  );
}

export async function run(): Promise<Record<string, unknown>> {
  const server = await benchServer(async () => undefined);
  try {
    const { app, drop } = await server.clone('guessed');
    await people(app);
    const secrets = makeSecrets();
    const keys = { tokens: makeTokens(secrets), secrets };
    const start = Date.now();
    // An hour apart, so that the limits of codes and the waits of tries end.
    const at = (turn: number) => systemActor(new Date(start + turn * 3_600_000), '2026-11-15');
    const guess = (login: string, password: string) => (turn: number) =>
      signIn(app.db, keys, at(turn), { login, password, device: 'bench' });
    const lock = async () => {
      for (let times = 0; times < 5; times += 1)
        await guess(PHONES.locked, 'wrong-one')(TRIES * 2).catch(() => undefined);
    };
    await lock();
    const sign_in_ms = await interleaved({
      wrong: guess(PHONES.known, 'wrong-one'),
      unknown: guess('+8801799999999', 'wrong-one'),
      locked: () => guess(PHONES.locked, PASSWORD)(TRIES * 2),
      disabled: guess(PHONES.disabled, PASSWORD),
    });
    const ask = (phone: string) => (turn: number) =>
      transaction(app.db, (tx) =>
        requestCode(tx, keys, at(turn * 24), {
          phone,
          purpose: 'password-reset',
          language: 'en',
          publicUrl: 'http://localhost',
        }),
      );
    const ask_code_ms = await interleaved({ known: ask(PHONES.known), unknown: ask('+8801799999999') });
    const hash = await hashPassword(PASSWORD);
    const { hash_ms = 0 } = await interleaved({ hash_ms: () => passwordMatches('wrong-one', hash) });
    await drop();
    return {
      ratio: Number((Number(sign_in_ms.wrong) / hash_ms).toFixed(2)),
      apart_ms: {
        sign_in: Number(apart(sign_in_ms).toFixed(2)),
        ask_code: Number(apart(ask_code_ms).toFixed(2)),
      },
      ...{ sign_in_ms, ask_code_ms, hash_ms },
    };
  } finally {
    await server.stop();
  }
}
