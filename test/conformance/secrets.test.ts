/**
 * After every flow that makes a secret nothing holds it: no line of the log, no column of any table, no stored file
 * (G52). A message holds its code or link until it has left or is given up, and no longer.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listConsumersDownload, registration } from '#domains/consumers/contract.ts';
import * as identity from '#domains/identity/contract.ts';
import { changeEmail } from '#domains/identity/email/contract.ts';
import * as factor from '#domains/identity/second-factor/contract.ts';
import { codeOf, stepAt } from '#domains/identity/second-factor/totp.rules.ts';
import * as ownSession from '#domains/identity/session/contract.ts';
import * as users from '#domains/identity/users/contract.ts';
import { listAuditDownload, listLoginsDownload } from '#domains/logs/contract.ts';
import { issueSetupToken } from '#domains/settings/actions/issue-setup-token.ts';
import { configuredSenders } from '#domains/settings/senders/configured-senders.ts';
import * as senders from '#domains/settings/senders/contract.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { noMailServer } from '#platform/messages/mail.ts';
import { deliverDue } from '#platform/messages/outbox.ts';
import { httpSmsSender, noSmsGateway } from '#platform/messages/sms.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { testApp } from '#test/app.ts';
import { smsSink } from '#test/sms-sink.ts';
import { smtpSink } from '#test/smtp-sink.ts';
import {
  bankFlows,
  claimFlow,
  failingFlows,
  fileFlows,
  invitationFlow,
  ownershipFlow,
  providerFlows,
  resealFlow,
  ticketFlow,
  workOrderFlow,
} from './secret-flows.ts';
import { meterAndWalletFlows } from './secret-flows-of-meters-and-wallets.ts';
import { DEFINITIONS, drawingFiles, makerPlaces, NO_SECRET, watchRuns } from './secret-makers.ts';

const app = await testApp();
const notRun = watchRuns();
const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const speaking = await app.another({ log });
const { call, refused } = speaking;

/** What was made, by its name. */
const made = new Map<string, string>();
const keep = (name: string, secret: string): string => {
  expect(secret, name).toMatch(/^.{6,}$/s);
  made.set(name, secret);
  return secret;
};

const NID = '1990123456789';
const PASSWORD = 'shapla-pukur-71';
const NEW_PASSWORD = 'boro-nodi-dhar-9';
let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+88014${String(20_000_000 + phones)}`;
};

async function lastMessage(recipient: string): Promise<string> {
  const { body } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${recipient} order by id desc limit 1`,
  );
  return body;
}

async function proofOf(phone: string, purpose: identity.CodePurpose): Promise<string> {
  await call(identity.requestCode, { body: { phone, purpose } });
  const code = keep(`code ${purpose}`, /\d{6}/.exec(await lastMessage(phone))?.[0] ?? '');
  const { proof } = await call(identity.verifyCode, { body: { phone, purpose, code } });
  return keep(`proof ${purpose}`, proof);
}

async function signIn(login: string, password: string) {
  const answer = await call(identity.login, { body: { login, password } });
  if ('challenge' in answer) throw new Error('a second step is wanted');
  const { IdToken, AccessToken, RefreshToken } = answer.response.AuthenticationResult;
  keep('Id-token', IdToken);
  keep('access token', AccessToken);
  return keep('refresh token', String(RefreshToken));
}

async function consumerFlows(): Promise<void> {
  const phone = newPhone();
  const proof = await proofOf(phone, 'registration');
  keep('password', PASSWORD);
  const person = { name: 'Rahima Khatun', phone, nid: NID };
  await call(registration, { body: { ...person, proof, password: PASSWORD } });
  const refresh = await signIn(phone, PASSWORD);
  const renewed = await call(ownSession.newToken, { body: { refreshToken: refresh } });
  keep('renewed refresh token', renewed.response.AuthenticationResult.RefreshToken);
  const reset = { phone, proof: await proofOf(phone, 'password-reset'), password: NEW_PASSWORD };
  keep('new password', NEW_PASSWORD);
  await call(identity.resetConsumerPassword, { body: reset });
  // Into the wrong field.
  await refused(identity.login, { body: { login: NEW_PASSWORD, password: 'whatever' } });
}

async function staffFlows(): Promise<void> {
  const admin = await app.staff('admin');
  const phone = newPhone();
  const mail = 'liton@utility.test';
  await call(users.createUser, {
    as: admin,
    body: { name: 'Liton Miah', email: mail, phone, role: 'reader', language: 'en' },
  });
  const token = keep('link', /\/user\/[\w-]+#([\w-]+)/.exec(await lastMessage(mail))?.[1] ?? '');
  const chosen = keep('chosen password', 'ilish-machh-12');
  await call(users.resetPassword, { body: { token, password: chosen } });
  const cashier = await app.staff('cashier');
  const other = 'cashier@utility.test';
  await call(changeEmail, { as: cashier, body: { email: other, password: cashier.password } });
  keep('link to a new address', /\/user\/[\w-]+#([\w-]+)/.exec(await lastMessage(other))?.[1] ?? '');
  const { secret } = await call(factor.beginSecondFactor, {
    as: cashier,
    body: { password: cashier.password },
    headers: { 'idempotency-key': 'secrets-2' },
  });
  keep('authenticator secret', secret);
  const code = codeOf(secret, stepAt(app.clock.now()));
  const { recoveryCodes } = await call(factor.confirmSecondFactor, {
    as: cashier,
    body: { code },
    headers: { 'idempotency-key': 'secrets-3' },
  });
  for (const [at, recovery] of recoveryCodes.entries()) keep(`recovery code ${at}`, recovery);
  const login = (
    await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${cashier.userId}`)
  ).phone;
  const answer = await call(identity.login, { body: { login, password: cashier.password } });
  if ('challenge' in answer) keep('challenge', answer.challenge.token);
}

async function senderFlows(): Promise<void> {
  const admin = await app.staff('admin');
  const fields = { url: 'https://sms.utility.test/send', user: '', sender: 'WATER' };
  const secret = keep('secret of the gateway', 'gateway-secret-5512');
  await call(senders.createEmailConfig, { as: admin, body: { channel: 'sms', sms: fields, secret } });
  const token = await transaction(app.db, issueSetupToken);
  if (token) keep('set-up link', token);
}

/** Every table of the program with the names of its columns. */
const tables = () =>
  all<{ name: string }>(
    app.owner.db,
    sql`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`,
  );

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A code of six digits may be part of a longer number by chance. */
const alone = (secret: string) => `(?<![0-9A-Za-z])${escaped(secret)}(?![0-9A-Za-z])`;

async function foundInTables(secrets: ReadonlyMap<string, string>): Promise<string[]> {
  const found: string[] = [];
  const words = [...secrets].map(([name, secret]) => ({
    name,
    pattern: alone(secret),
    bytes: hexOf(secret),
  }));
  for (const { name: table } of await tables()) {
    const hits = await all<{ name: string }>(
      app.owner.db,
      sql`select distinct w.name from ${sql.raw(table)} t join jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
          as w (name text, pattern text, bytes text)
        on t::text ~ w.pattern or (w.bytes <> '' and position(w.bytes in t::text) > 0)`,
    );
    found.push(...hits.map(({ name }) => `${name} in ${table}`));
  }
  return found;
}

/** As a column of bytes is written; of six digits it would be found by chance. */
const hexOf = (secret: string) => (secret.length < 10 ? '' : Buffer.from(secret).toString('hex'));

async function foundInFiles(secrets: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = dirname(app.platform.files.temporaryFolder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((file) => file.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
    for (const [name, secret] of secrets)
      if (content.includes(secret)) found.push(`${name} in ${entry.name}`);
  }
  return found;
}

const foundInLog = (secrets: ReadonlyMap<string, string>) =>
  [...secrets]
    .filter(([, secret]) => new RegExp(alone(secret)).test(lines.join('')))
    .map(([name]) => `${name} in the log`);

async function foundAnywhere(): Promise<string[]> {
  const found = [
    ...(await foundInTables(made)),
    ...(await foundInFiles(made)),
    ...(await foundInExports(made)),
    ...foundInLog(made),
  ];
  return found.filter((place) => !NEEDED.includes(place));
}

/**
 * A bank's page opens with the number of the session: the payment and the sandbox's own book hold it. What a provider sends
 * back is compared with what it was sent; it opens nothing without the flow, which is kept as a hash, and goes with it.
 */
const NEEDED = [
  'session at the bank in payments.orders',
  'session at the bank in payments.sandbox_orders',
  'state for the provider in identity.provider_flows',
  'nonce for the provider in identity.provider_flows',
];

/** Places that make what opens something without a person's call. */
const NO_FLOW: Record<string, string> = {
  'src/setup.ts': 'the link of the first start is printed for who installs the program, and kept nowhere',
  'src/start-application.ts': 'a link to nothing, which says where a bucket is',
  'src/domains/identity/passwords.rules.ts': 'the hash that an unknown login is compared with',
};

async function foundInExports(secrets: ReadonlyMap<string, string>): Promise<string[]> {
  const admin = await app.staff('admin');
  const downloads: Endpoint[] = [
    ...[listAuditDownload, listLoginsDownload, listConsumersDownload],
    users.listUsersDownload,
  ];
  const found: string[] = [];
  for (const { path, service } of downloads) {
    const { statusCode, body } = await speaking.server.inject({
      url: `/api/${service}${path}`,
      query: { format: 'csv', language: 'en' },
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    expect([path, statusCode]).toEqual([path, 200]);
    for (const [name, secret] of secrets)
      if (new RegExp(alone(secret)).test(body)) found.push(`${name} in the file of ${path}`);
  }
  return found;
}

/** The clock of the tests is not that of the database: nothing is to run out. */
const waiting = () => sql`update platform.outbox set due_at = now(), expires_at = null`.execute(app.db);

describe('nothing keeps a secret', () => {
  beforeAll(async () => {
    await consumerFlows();
    await staffFlows();
    await senderFlows();
    const means = { app, speaking, keep };
    await resealFlow(means);
    await fileFlows(means);
    await bankFlows(means);
    await invitationFlow(means);
    await claimFlow(means);
    await ownershipFlow(means);
    await workOrderFlow(means);
    await ticketFlow(means);
    await meterAndWalletFlows(means);
    await failingFlows(means);
    await providerFlows(means, (end) => afterAll(async () => void (await end())));
  }, 300_000);

  test('these are all flows: each place of the program that makes or gives out a secret has run', () => {
    const places = makerPlaces().filter(({ file }) => !(file in NO_FLOW));
    expect(places.length).toBeGreaterThan(25);
    expect(notRun(places).map(({ text }) => text)).toEqual([]);
    expect(drawingFiles().sort()).toEqual([...DEFINITIONS, ...Object.keys(NO_SECRET)].sort());
  });

  test('the search finds what is there: codes and links that wait for their sender', async () => {
    expect(made.size).toBeGreaterThan(20);
    const found = await foundInTables(made);
    expect(found).toEqual(
      expect.arrayContaining(['code registration in platform.outbox', 'link in platform.outbox']),
    );
    expect(found.filter((place) => !place.endsWith('in platform.outbox') && !NEEDED.includes(place))).toEqual(
      [],
    );
  });

  test('neither after a gateway and a mail server that answer with the message itself', async () => {
    const [gateway, post] = [await smsSink({ refuse: true }), await smtpSink()];
    onTestFinished(async () => {
      await gateway.close();
      await post.close();
    });
    // One message as it is, the others as copies: each way of failing is tried with every secret.
    const copies = sql`insert into platform.outbox (event, channel, recipient, language, subject, body, secret)
      select event || ':echo', channel, recipient, language, subject, body, secret from platform.outbox where secret`;
    await copies.execute(app.db);
    const failing = async ({ text }: { text: string }) => {
      throw Object.assign(new Error(`550 ${text}`), { responseCode: 550, response: text, command: text });
    };
    await waiting();
    const expire = sql`update platform.outbox set state = 'expired' where event not like '%:echo' and secret`;
    await expire.execute(app.db);
    await deliverDue(
      app.db,
      {
        sms: httpSmsSender({
          url: gateway.url,
          from: 'WATER',
          token: keep('key of the gateway', 'gateway-key-77-41'),
        }),
        email: failing,
      },
      { log },
    );
    expect(gateway.messages.length).toBeGreaterThan(1);
    expect(lines.join('')).toContain('a message was not delivered');
    await sql`update platform.outbox set state = 'waiting' where event not like '%:echo' and secret`.execute(
      app.db,
    );
    const { count } = await one<{ count: number }>(
      app.db,
      sql`select count(*) as count from platform.outbox where event like '%:echo' and last_error ~ '[0-9]{6}|token'`,
    );
    expect(count).toBe(0);
  });

  test('nor without any sender: the messages are given up, and nothing of them stays', async () => {
    await waiting();
    const { platform, db } = app;
    // The gateway of the screens is switched off.
    await sql`update settings.senders set in_use = false`.execute(db);
    const programSenders = { sms: noSmsGateway, email: noMailServer };
    const means = { db, vault: makeVault(platform.secrets), sending: platform.sending, programSenders };
    const run = () => deliverDue(db, configuredSenders(means), { log });
    await run();
    // What failed for a while is tried again until it is given up.
    await sql`update platform.outbox set due_at = now(), attempts = 59 where state = 'waiting'`.execute(db);
    await run();
    const states = await all<{ state: string }>(
      db,
      sql`select distinct state from platform.outbox where secret order by state`,
    );
    expect(states).toEqual([{ state: 'failed' }]);
    expect(await foundAnywhere()).toEqual([]);
  });
});

describe('the audit log', () => {
  const actor = (): Actor => systemActor(app.clock.now(), '2026-11-15');
  const written = async (after: Record<string, unknown>) => {
    const objectId = crypto.randomUUID();
    await transaction(app.db, (tx) =>
      audit(tx, actor(), { action: 'consumer.edit', object: 'consumer', objectId, after }),
    );
    const row = await one<{ after: Record<string, unknown> }>(
      app.db,
      sql`select after from platform.audit where object_id = ${objectId}`,
    );
    return row.after;
  };

  test('a number that was left out is left out, not masked', async () => {
    expect(await written({ name: 'A', nid: undefined, phone: null })).toEqual({ name: 'A', phone: null });
    const { count } = await one<{ count: number }>(
      app.db,
      sql`select count(*) as count from platform.audit a where a::text ~ '•••(ined|null)' or a::text ~ ${NID}`,
    );
    expect(count).toBe(0);
  });

  test('of a personal number the last four characters are kept, of a short one none, at any depth', async () => {
    expect(
      await written({ nid: NID, owner: { phone: '+8801711000042', ownerNid: '1234567' }, phones: ['x'] }),
    ).toEqual({ nid: '•••6789', owner: { phone: '•••0042', ownerNid: '•••' }, phones: ['x'] });
  });

  test('what opens something is hidden in a field of any name', async () => {
    const secret = 'abcdefghijkl';
    const fields = [
      'password',
      'oldPassword',
      'secret',
      'clientSecret',
      'token',
      'refreshToken',
      'proof',
      'link',
    ];
    const after = await written(Object.fromEntries(fields.map((field) => [field, secret])));
    expect(after).toEqual(Object.fromEntries(fields.map((field) => [field, '•••'])));
  });
});
