/** Reads the settings (settings-schema.ts) and flags at the start and lists every mistake at once. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Service } from '#shared/endpoint.ts';
import type { ProviderSettings } from '../platform.ts';
import { type Flags, readFlags } from './flags.ts';
import { type GatewaySettings, gatewayMistakes, gatewaySettings } from './gateway-settings-schema.ts';
import { nearest } from './nearest.ts';
import {
  aboutSetting,
  type LOG_LEVELS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingsSchema,
} from './settings-schema.ts';

export type Config = Flags & {
  port: number;
  host: string;
  /** Without a slash at the end; undefined: http://localhost and the port that was taken. */
  publicUrl: string | undefined;
  trustProxy: false | string[];
  /** Addresses of the services that another process serves. */
  serviceUrls: Partial<Record<Service, string>>;
  dataFolder: string;
  /** Undefined: PostgreSQL of our own in the data folder. */
  database: { ownerUrl: string; appUrl: string } | undefined;
  databaseConnections: number;
  jobsAtATime: number;
  exports: { connections: number; fileMb: number; allMb: number };
  files:
    | { store: 'local'; folder: string }
    | {
        store: 's3';
        bucket: string;
        region: string;
        endpoint?: string;
        accessKeyId: string;
        secretAccessKey: string;
      };
  mail: { url: string; from: string } | undefined;
  sms: { url: string; token?: string; from: string } | undefined;
  /** Networks that messages set on the screens may go to although they are private. */
  privateHosts: string[];
  signInProvider: ProviderSettings | undefined;
  gateways: GatewaySettings;
  timeZone: string;
  maintenance: boolean;
  /** Opens /metrics. */
  metricsToken: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  rateLimitFactor: number;
};

export type ConfigResult =
  | { config: Config; warnings: string[] }
  | { mistakes: string[]; warnings: string[] };

/** Reads the settings from environment variables and the flags of the command line. */
export function readConfig(
  environment: Record<string, string | undefined>,
  args: string[] = [],
): ConfigResult {
  const { values, mistakes } = collect(environment);
  const flags = readFlags(args);
  const parsed = settingsSchema.safeParse(values);
  const warnings = misspellings(Object.keys(environment));
  mistakes.push(...needs(values), ...gatewayMistakes(values, flags.flags.demo), ...missingFiles(values));
  mistakes.push(...flags.mistakes);
  for (const issue of parsed.error?.issues ?? []) mistakes.push(sentence(issue, values));
  if (!parsed.success || mistakes.length > 0) return { mistakes, warnings };
  return { config: toConfig(parsed.data, flags.flags), warnings };
}

type Values = Partial<Record<SettingName, string>>;

/** An empty variable counts as absent, as compose files write it. */
function collect(environment: Record<string, string | undefined>): { values: Values; mistakes: string[] } {
  const values: Values = {};
  const mistakes: string[] = [];
  for (const name of SETTING_NAMES) {
    const value = environment[name];
    if (value) values[name] = value;
    const file = aboutSetting(name).secret ? environment[`${name}_FILE`] : undefined;
    if (!file) continue;
    if (value) mistakes.push(`${name} and ${name}_FILE are both set: keep one of them`);
    else if (!existsSync(file)) mistakes.push(`${name}_FILE names ${file}, which does not exist`);
    else values[name] = readFileSync(file, 'utf8').trim();
  }
  return { values, mistakes };
}

/** Settings that make no sense alone. */
function needs(values: Values): string[] {
  const pairs: [SettingName, SettingName][] = [
    ['DATABASE_APP_URL', 'DATABASE_URL'],
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
    ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
    ['S3_ENDPOINT', 'S3_BUCKET'],
    ['SMTP_URL', 'SMTP_FROM'],
    ['SMS_TOKEN', 'SMS_URL'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
    ['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_ID'],
  ];
  return pairs.flatMap(([has, wants]) =>
    values[has] && !values[wants] ? [`${has} is set but ${wants} is not: set both or none`] : [],
  );
}

/** Settings that name a file, and there is none. */
function missingFiles(values: Values): string[] {
  const paths: SettingName[] = ['CITY_BANK_CERTIFICATE', 'CITY_BANK_KEY', 'CITY_BANK_CA'];
  return paths.flatMap((name) => {
    const path = values[name];
    return path && !existsSync(path) ? [`${name} names ${path}, which does not exist`] : [];
  });
}

function sentence(issue: z.core.$ZodIssue, values: Values): string {
  const name = issue.path[0] as SettingName;
  const shown = aboutSetting(name).secret ? '' : ` (it is "${values[name]}")`;
  return `${name} ${issue.message}${shown}`;
}

/** Variables that look like a setting but are none; common short names of other programs are left alone. */
function misspellings(given: string[]): string[] {
  const known = new Set<string>(
    SETTING_NAMES.flatMap((name) => (aboutSetting(name).secret ? [name, `${name}_FILE`] : [name])),
  );
  return given.flatMap((name) => {
    if (known.has(name)) return [];
    const plain = name.replace(/^JOLKOL_/, '');
    if (plain === name && name.length < 7) return [];
    const meant = nearest(plain, [...known], 2);
    if (plain === name && meant === undefined) return [];
    return [`${name} is no setting of Jolkol${meant ? `: did you mean ${meant}?` : ' and is ignored'}`];
  });
}

function toConfig(settings: Settings, flags: Flags): Config {
  const dataFolder = resolve(settings.DATA_DIR);
  const { DATABASE_URL, DATABASE_APP_URL, SMTP_URL, SMTP_FROM, SMS_URL, SMS_TOKEN } = settings;
  return {
    ...flags,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: settings.TRUSTED_PROXIES?.split(',').map((text) => text.trim()) ?? false,
    serviceUrls: serviceUrls(settings),
    dataFolder,
    database: DATABASE_URL ? { ownerUrl: DATABASE_URL, appUrl: DATABASE_APP_URL ?? DATABASE_URL } : undefined,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    jobsAtATime: settings.JOBS_AT_A_TIME,
    exports: {
      connections: settings.EXPORTS_AT_A_TIME,
      fileMb: settings.EXPORT_FILE_MB,
      allMb: settings.EXPORT_FILES_MB,
    },
    files: fileStore(settings, dataFolder),
    mail: SMTP_URL && SMTP_FROM ? { url: SMTP_URL, from: SMTP_FROM } : undefined,
    sms: SMS_URL
      ? { url: SMS_URL, from: settings.SMS_FROM, ...(SMS_TOKEN && { token: SMS_TOKEN }) }
      : undefined,
    privateHosts: settings.PRIVATE_HOSTS?.split(',').map((text) => text.trim()) ?? [],
    signInProvider: signInProvider(settings),
    gateways: gatewaySettings(settings),
    timeZone: settings.TIME_ZONE,
    maintenance: settings.MAINTENANCE,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
  };
}

function signInProvider(settings: Settings): Config['signInProvider'] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    name: OIDC_NAME,
    ...(OIDC_CLIENT_SECRET && { clientSecret: OIDC_CLIENT_SECRET }),
  };
}

function fileStore(settings: Settings, dataFolder: string): Config['files'] {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_ENDPOINT } = settings;
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return { store: 'local', folder: join(dataFolder, 'files') };
  }
  return {
    store: 's3',
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
  };
}

function serviceUrls(settings: Settings): Config['serviceUrls'] {
  const { MAIN_URL, BILLING_URL, ROLE_URL, WALLET_URL, SOCIAL_URL } = settings;
  const urls = {
    main: MAIN_URL,
    billing: BILLING_URL,
    role: ROLE_URL,
    wallet: WALLET_URL,
    social: SOCIAL_URL,
  };
  return Object.fromEntries(
    Object.entries(urls).flatMap(([service, address]) =>
      address ? [[service, address.replace(/\/+$/, '')]] : [],
    ),
  );
}
