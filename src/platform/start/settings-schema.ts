/**
 * Every setting of the program: one schema, which checks the environment at the start and is the source of the table
 * in docs/operations.md (`npm run docs`). A secret may be given as NAME_FILE, the path of a file that holds it.
 */
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';
import { gatewayShape } from './gateway-settings-schema.ts';

type About = { section: string; text: string; secret?: boolean };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function url(schemes: readonly string[], example: string) {
  const wanted = `must be an address such as ${example}`;
  return z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), wanted);
}

const web = (example: string) => url(['http:', 'https:'], example);
const database = () => url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/jolkol');
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error);
};
const onOff = () => z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on');
const about = <S extends z.ZodType>(section: string, schema: S, text: string): S =>
  schema.meta({ section, text } satisfies About);
const secret = <S extends z.ZodType>(section: string, schema: S, text: string): S =>
  schema.meta({ section, text, secret: true } satisfies About);

/** Name, check, default and meaning of each setting. */
export const settingsSchema = z.object({
  PORT: about('Address', whole(0, 65535).default(8080), 'Port to listen on; 0 takes any free one'),
  HOST: about(
    'Address',
    z.string().default('127.0.0.1'),
    'Network address to listen on. Behind a reverse proxy the default is right; `0.0.0.0` opens it to the network',
  ),
  PUBLIC_URL: about(
    'Address',
    web('https://water.example.org').optional(),
    'Address under which people reach Jolkol; it is in links, mails and QR codes. Default: `http://localhost:PORT`',
  ),
  TRUSTED_PROXIES: about(
    'Address',
    z
      .string()
      .refine(areAddresses, 'must be addresses or networks with commas between: 10.0.0.1,192.168.0.0/16')
      .optional(),
    'Addresses or networks of reverse proxies whose `X-Forwarded-*` headers are believed, with commas between',
  ),
  MAIN_URL: about(
    'Services apart',
    web('https://main.example.org').optional(),
    'Address of the service main for browsers when another process serves it, without `/api/main`',
  ),
  BILLING_URL: about('Services apart', web('https://billing.example.org').optional(), 'The same of billing'),
  ROLE_URL: about('Services apart', web('https://role.example.org').optional(), 'The same of role'),
  WALLET_URL: about('Services apart', web('https://wallet.example.org').optional(), 'The same of wallet'),
  SOCIAL_URL: about('Services apart', web('https://social.example.org').optional(), 'The same of social'),
  DATA_DIR: about(
    'Data',
    z.string().default('./data'),
    'Folder for the database, uploaded files and generated secrets; back it up as a whole',
  ),
  DATABASE_URL: secret(
    'Data',
    database().optional(),
    'A PostgreSQL 18 server of your own, as the role that owns the database. Default: PostgreSQL inside DATA_DIR',
  ),
  DATABASE_APP_URL: secret(
    'Data',
    database().optional(),
    'The same database as the role `jolkol_app`, which serves requests and owns nothing. Default: DATABASE_URL',
  ),
  DATABASE_CONNECTIONS: about(
    'Data',
    whole(2, 500).default(16),
    'Most database connections of one process for requests',
  ),
  JOBS_AT_A_TIME: about(
    'Data',
    whole(1, 64).default(4),
    'Background jobs that one process runs at a time, beside nine in places of their own; it may open twice as many database connections for them, and 32',
  ),
  EXPORTS_AT_A_TIME: about(
    'Data',
    whole(1, 64).default(4),
    'Lists that one process makes into files at a time, each with a database connection apart from those for requests',
  ),
  EXPORT_FILE_MB: about('Data', whole(1, 100_000).default(1024), 'Largest file of a list, in megabytes'),
  EXPORT_FILES_MB: about(
    'Data',
    whole(1, 1_000_000).default(4096),
    'Most room in DATA_DIR/uploads for files of lists that are being made or sent, in megabytes',
  ),
  S3_BUCKET: about(
    'Files',
    z.string().optional(),
    'Bucket for uploaded files. Default: the folder files in DATA_DIR',
  ),
  S3_ENDPOINT: about(
    'Files',
    web('https://s3.example.org').optional(),
    "Address of an S3-compatible store that is not Amazon's",
  ),
  S3_REGION: about('Files', z.string().default('us-east-1'), 'Region of the bucket'),
  S3_ACCESS_KEY_ID: about('Files', z.string().optional(), 'Name of the access key'),
  S3_SECRET_ACCESS_KEY: secret('Files', z.string().optional(), 'The access key itself'),
  SMTP_URL: secret(
    'Messages',
    url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    'Mail server. Without it no mail leaves; the outbox shows the reason',
  ),
  SMTP_FROM: about(
    'Messages',
    z.string().includes('@', 'must hold a mail address').optional(),
    'Sender of mails: `Jolkol <no-reply@example.org>`',
  ),
  SMS_URL: about(
    'Messages',
    web('https://sms.example.org/send').optional(),
    'Gateway that takes `{ id, to, from, text }` as JSON. Without it no SMS leaves; the outbox shows the reason, `--demo` shows the messages',
  ),
  SMS_TOKEN: secret('Messages', z.string().optional(), 'Bearer token of the gateway'),
  SMS_FROM: about('Messages', z.string().default('Jolkol'), 'Sender name of text messages'),
  PRIVATE_HOSTS: about(
    'Messages',
    z
      .string()
      .refine(areAddresses, 'must be addresses or networks with commas between: 10.0.0.25,192.168.7.0/24')
      .optional(),
    'Private addresses or networks in which a mail server or SMS gateway that was set on the screens may be; all others there are refused',
  ),
  ...gatewayShape,
  OIDC_ISSUER: about(
    'Sign-in by a provider',
    z
      .string()
      .refine(
        isIssuer,
        'must be an https address such as https://login.example.org (http only on this machine)',
      )
      .optional(),
    'OpenID Connect provider that staff may sign in with beside their password: its issuer. Return address to register there: `PUBLIC_URL/login/provider`',
  ),
  OIDC_CLIENT_ID: about('Sign-in by a provider', z.string().optional(), 'Name of Jolkol at the provider'),
  OIDC_CLIENT_SECRET: secret(
    'Sign-in by a provider',
    z.string().optional(),
    'Its secret; a public client (PKCE alone) has none',
  ),
  OIDC_NAME: about(
    'Sign-in by a provider',
    z.string().max(60).default('OpenID Connect'),
    'What the button on the login page calls the provider',
  ),
  TIME_ZONE: about(
    'Running',
    z.string().refine(isTimeZone, 'must be a time zone such as Asia/Dhaka').default(DEFAULT_TIME_ZONE),
    'Time zone of the utility: it decides which calendar day it is',
  ),
  MAINTENANCE: about(
    'Running',
    onOff().default(false),
    '`on` switches maintenance on: only who has that permission is served, and no screen switches it off',
  ),
  METRICS_TOKEN: secret(
    'Running',
    z.string().min(16, 'must have at least 16 characters').optional(),
    'Opens `/metrics` to a caller who sends it as a bearer token. Without one that address does not exist',
  ),
  LOG_LEVEL: about(
    'Running',
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    `How much is logged, as JSON lines: ${LOG_LEVELS.join(', ')}`,
  ),
  RATE_LIMIT_FACTOR: about(
    'Running',
    whole(1, 1_000_000).default(1),
    'Widens every rate limit, for load tests',
  ),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof Settings;

export const SETTING_NAMES = Object.keys(settingsSchema.shape) as SettingName[];

/** What a setting is about, for documentation and messages. */
export function aboutSetting(name: SettingName): About {
  return settingsSchema.shape[name].meta() as About;
}

function areAddresses(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', prefix, ...rest] = part.trim().split('/');
    const family = isIP(address);
    if (family === 0 || rest.length > 0) return false;
    if (prefix === undefined) return true;
    try {
      new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
      return /^\d+$/.test(prefix);
    } catch {
      return false;
    }
  });
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  );
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
