import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { readConfig } from './config.ts';

const folder = temporaryFolder();

/** The settings of an environment that must be right. */
function config(environment: Record<string, string>, args: string[] = []) {
  const result = readConfig(environment, args);
  if ('mistakes' in result) throw new Error(result.mistakes.join('\n'));
  return result.config;
}

/** The mistakes of an environment that must be wrong. */
function mistakes(environment: Record<string, string>, args: string[] = []): string[] {
  const result = readConfig(environment, args);
  return 'mistakes' in result ? result.mistakes : [];
}

describe('settings', () => {
  test('nothing needs to be set', () => {
    expect(config({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      database: undefined,
      trustProxy: false,
      timeZone: 'Asia/Dhaka',
      services: ['main', 'billing', 'role', 'wallet', 'social'],
      worker: true,
      demo: false,
      files: { store: 'local' },
    });
  });

  test('every mistake is listed at once, without showing a secret', () => {
    const found = mistakes(
      {
        PORT: 'eighty',
        DATABASE_URL: 'mysql://root:hunter2@db/jolkol',
        TIME_ZONE: 'Mars/Olympus',
        S3_BUCKET: 'papers',
        LOG_LEVEL: 'loud',
        TRUSTED_PROXIES: '10.0.0.0/99',
      },
      ['--services=water', '--fast'],
    );
    expect(found.map((text) => text.split(' ')[0])).toEqual([
      'S3_BUCKET',
      'S3_BUCKET',
      '--fast',
      '--services=water',
      'PORT',
      'TRUSTED_PROXIES',
      'DATABASE_URL',
      'TIME_ZONE',
      'LOG_LEVEL',
    ]);
    expect(found).toContain('PORT must be a whole number from 0 to 65535 (it is "eighty")');
    expect(found.join('\n')).not.toContain('hunter2');
  });

  test('a secret comes from a file too, but not twice', () => {
    const file = join(folder, 'url');
    writeFileSync(file, 'postgresql://o:secret@db/jolkol\n');
    const url = 'postgresql://o:secret@db/jolkol';
    expect(config({ DATABASE_URL_FILE: file }).database).toEqual({ ownerUrl: url, appUrl: url });
    expect(mistakes({ DATABASE_URL_FILE: file, DATABASE_URL: url })).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: keep one of them',
    ]);
    expect(mistakes({ SMS_URL: 'https://sms.test', SMS_TOKEN_FILE: '/nowhere' })).toEqual([
      'SMS_TOKEN_FILE names /nowhere, which does not exist',
    ]);
  });

  test('an outside provider has an issuer and a client, over TLS or on this machine', () => {
    const client = { OIDC_CLIENT_ID: 'jolkol' };
    expect(
      config({ ...client, OIDC_ISSUER: 'https://id.test', OIDC_NAME: 'City ID' }).signInProvider,
    ).toEqual({
      issuer: 'https://id.test',
      clientId: 'jolkol',
      name: 'City ID',
    });
    expect(config({ ...client, OIDC_ISSUER: 'http://127.0.0.1:9' }).signInProvider?.name).toBe(
      'OpenID Connect',
    );
    expect(config({}).signInProvider).toBeUndefined();
    expect(mistakes({ ...client, OIDC_ISSUER: 'http://id.test' })[0]).toMatch(
      /^OIDC_ISSUER must be an https/,
    );
    expect(mistakes(client)).toEqual(['OIDC_CLIENT_ID is set but OIDC_ISSUER is not: set both or none']);
    expect(mistakes({ OIDC_CLIENT_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
  });

  test('a gateway has all that it needs, or is told to be without it; no bank beside simulators', () => {
    const shop = {
      SSLCOMMERZ_URL: 'https://securepay.test',
      SSLCOMMERZ_STORE_ID: 's',
      SSLCOMMERZ_STORE_PASSWORD: 'hunter2',
    };
    const GATEWAYS = 'sslcommerz';
    expect(config({ GATEWAYS, ...shop, GATEWAY_HOSTS: 'securepay.test' }).gateways).toEqual({
      ...{ names: ['sslcommerz'], hosts: ['securepay.test'], simulated: false },
      credentials: { sslcommerz: { url: 'https://securepay.test', storeId: 's', storePassword: 'hunter2' } },
    });
    expect(config({}).gateways).toEqual({ names: undefined, hosts: [], simulated: false, credentials: {} });
    const { SSLCOMMERZ_STORE_PASSWORD: _, ...without } = shop;
    expect(mistakes({ GATEWAYS, ...without })).toEqual([
      'GATEWAYS names sslcommerz, but SSLCOMMERZ_STORE_PASSWORD is not set',
    ]);
    expect(mistakes({ GATEWAYS: 'sandbox' })).toEqual(['GATEWAYS names sandbox, which only a demo has']);
    expect(config({ GATEWAYS: 'sandbox, bkash' }, ['--demo']).gateways.names).toEqual(['sandbox', 'bkash']);
    expect(mistakes({ GATEWAY_SIMULATORS: 'on', ...shop })).toEqual([
      'GATEWAY_SIMULATORS is on and SSLCOMMERZ_URL is set: keep one of them',
    ]);
    expect(mistakes({ GATEWAYS: 'paypal' })[0]).toMatch(/^GATEWAYS must be names of sandbox, city-bank/);
    expect(mistakes({ SSLCOMMERZ_URL: 'http://x.test' })[0]).toMatch(/^SSLCOMMERZ_URL must be an https/);
    expect(mistakes({ GATEWAY_HOSTS: 'https://x.test' })[0]).toMatch(/^GATEWAY_HOSTS must be host names/);
    expect(mistakes({ CITY_BANK_KEY: '/nowhere' })).toEqual([
      'CITY_BANK_KEY names /nowhere, which does not exist',
    ]);
  });

  test('an empty variable counts as absent', () => {
    expect(config({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, database: undefined });
  });

  test.each([
    ['DATABSE_URL', 'DATABSE_URL is no setting of Jolkol: did you mean DATABASE_URL?'],
    ['JOLKOL_PORT', 'JOLKOL_PORT is no setting of Jolkol: did you mean PORT?'],
    ['JOLKOL_COLOUR', 'JOLKOL_COLOUR is no setting of Jolkol and is ignored'],
  ])('%s is warned about', (name, warning) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([warning]);
  });

  test("other programs' variables are left alone", () => {
    const ordinary = {
      PATH: 'x',
      POST: 'x',
      HOSTNAME: 'x',
      SSH_PORT: 'x',
      TZ: 'x',
      AWS_REGION: 'x',
      npm_config_x: 'x',
    };
    expect(readConfig(ordinary).warnings).toEqual([]);
  });
});

describe('flags', () => {
  test.each([
    [['--services=billing, wallet'], { services: ['billing', 'wallet'], worker: false }],
    [['--services=main', '--worker'], { services: ['main'], worker: true }],
    [['--worker'], { services: [], worker: true, browser: false }],
    [['--demo'], { demo: true, worker: true, browser: true }],
    [['--no-browser'], { browser: false, worker: true }],
  ])('%j', (args, expected) => {
    expect(config({}, args)).toMatchObject(expected);
  });
});
