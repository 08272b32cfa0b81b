/** Settings of payment gateways: which are offered, the credentials of each, and the hosts that they may be on. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GATEWAY_NAMES, type GatewayName } from '#shared/gateway-names.ts';

const SECTION = 'Payment gateways';
const https = (example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
      `must be an https address such as ${example}`,
    )
    .optional();
const text = (schema: z.ZodType<string | undefined>, meaning: string) =>
  schema.meta({ section: SECTION, text: meaning });
const secret = (meaning: string) =>
  z.string().optional().meta({ section: SECTION, text: meaning, secret: true });
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const listOf = (value: string) => value.split(',').map((part) => part.trim().toLowerCase());

export const gatewayShape = {
  GATEWAYS: z
    .string()
    .refine(
      (value) => listOf(value).every((name) => (GATEWAY_NAMES as readonly string[]).includes(name)),
      `must be names of ${GATEWAY_NAMES.join(', ')} with commas between`,
    )
    .optional()
    .meta({
      section: SECTION,
      text: `Gateways that people may pay by, in the order in which they are shown, with commas between: ${GATEWAY_NAMES.join(', ')}. Default: none, and nobody pays online; in a demo \`sandbox\``,
    }),
  GATEWAY_HOSTS: text(
    z
      .string()
      .refine(
        (value) => listOf(value).every((host) => HOST.test(host)),
        'must be host names with commas between',
      )
      .optional(),
    "Hosts that gateways may be on beside their own domains (thecitybank.com, sslcommerz.com, bka.sh, bkash.com): for the program's calls, and for the pages that it sends payers to",
  ),
  GATEWAY_SIMULATORS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((value) => value === 'on')
    .default(false)
    .meta({
      section: SECTION,
      text: '`on`: gateways are played by simulators, in which anybody approves a payment, and no bank is reached. For tests and training; a demo has them without it. Refused beside the credentials of a gateway',
    }),
  CITY_BANK_URL: text(
    https('https://bank.example.org:7788'),
    'Address of City Bank’s e-commerce service, with its port',
  ),
  CITY_BANK_MERCHANT_ID: text(z.string().optional(), 'Merchant number at City Bank'),
  CITY_BANK_USER: text(z.string().optional(), 'User of the merchant'),
  CITY_BANK_PASSWORD: secret('Password of that user'),
  CITY_BANK_CERTIFICATE: text(
    z.string().optional(),
    'Path of the client certificate (PEM) that City Bank knows us by',
  ),
  CITY_BANK_KEY: text(
    z.string().optional(),
    'Path of the private key (PEM) of that certificate; readable by the program only',
  ),
  CITY_BANK_CA: text(
    z.string().optional(),
    'Path of the authority (PEM) that City Bank’s own certificate is checked by. Default: the public ones',
  ),
  SSLCOMMERZ_URL: text(https('https://securepay.sslcommerz.com'), 'Address of SSLCOMMERZ'),
  SSLCOMMERZ_STORE_ID: text(z.string().optional(), 'Name of the store at SSLCOMMERZ'),
  SSLCOMMERZ_STORE_PASSWORD: secret('Password of the store'),
  BKASH_CHECKOUT_URL: text(
    https('https://tokenized.example.org/v1.2.0-beta/tokenized/checkout'),
    'Address of bKash’s tokenized checkout, with its path',
  ),
  BKASH_APP_KEY: text(z.string().optional(), 'Key of the application at bKash'),
  BKASH_APP_SECRET: secret('Secret of the application'),
  BKASH_USER: text(z.string().optional(), 'User of the merchant at bKash'),
  BKASH_PASSWORD: secret('Password of that user'),
};

/** What each gateway needs. */
const NEEDS = {
  'city-bank': [
    ...(['CITY_BANK_URL', 'CITY_BANK_MERCHANT_ID', 'CITY_BANK_USER', 'CITY_BANK_PASSWORD'] as const),
    ...(['CITY_BANK_CERTIFICATE', 'CITY_BANK_KEY'] as const),
  ],
  sslcommerz: ['SSLCOMMERZ_URL', 'SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'],
  bkash: ['BKASH_CHECKOUT_URL', 'BKASH_APP_KEY', 'BKASH_APP_SECRET', 'BKASH_USER', 'BKASH_PASSWORD'],
} as const;

type Values = Partial<Record<keyof typeof gatewayShape, string>>;

/** What is set and makes no sense. @param isDemo started as a demo: no bank is reached */
export function gatewayMistakes(values: Values, isDemo: boolean): string[] {
  const all = Object.values(NEEDS).flat();
  if (values.GATEWAY_SIMULATORS === 'on') {
    const set = all.filter((name) => values[name]);
    return set.length === 0 ? [] : [`GATEWAY_SIMULATORS is on and ${set[0]} is set: keep one of them`];
  }
  if (isDemo) return [];
  const named = values.GATEWAYS ? listOf(values.GATEWAYS) : [];
  const sandbox = named.includes('sandbox') ? ['GATEWAYS names sandbox, which only a demo has'] : [];
  const missing = Object.entries(NEEDS).flatMap(([name, needs]) =>
    named.includes(name)
      ? needs.filter((need) => !values[need]).map((need) => `GATEWAYS names ${name}, but ${need} is not set`)
      : [],
  );
  return [...sandbox, ...missing];
}

type Parsed = z.output<z.ZodObject<typeof gatewayShape>>;

export type GatewayCredentials = {
  'city-bank': {
    url: string;
    merchantId: string;
    user: string;
    password: string;
    certificate: string;
    key: string;
    ca: string | undefined;
  };
  sslcommerz: { url: string; storeId: string; storePassword: string };
  bkash: { url: string; appKey: string; appSecret: string; user: string; password: string };
};

export type GatewaySettings = {
  /** Undefined: not set. */
  names: readonly GatewayName[] | undefined;
  hosts: readonly string[];
  /** Played by simulators, also if the database is not that of a demo. */
  simulated: boolean;
  credentials: Partial<GatewayCredentials>;
};

/** The settings as the program uses them; certificates are read here, so that a wrong path is told at the start. */
export function gatewaySettings(settings: Parsed): GatewaySettings {
  const s = settings as Required<{ [K in keyof Parsed]: NonNullable<Parsed[K]> }>;
  const has = (name: keyof typeof NEEDS) => NEEDS[name].every((need) => settings[need]);
  const file = (path: string | undefined) => (path ? readFileSync(path, 'utf8') : undefined);
  return {
    names: settings.GATEWAYS ? (listOf(settings.GATEWAYS) as GatewayName[]) : undefined,
    hosts: settings.GATEWAY_HOSTS ? listOf(settings.GATEWAY_HOSTS) : [],
    simulated: settings.GATEWAY_SIMULATORS,
    credentials: {
      ...(has('city-bank') && {
        'city-bank': {
          ...{ url: s.CITY_BANK_URL, merchantId: s.CITY_BANK_MERCHANT_ID },
          ...{ user: s.CITY_BANK_USER, password: s.CITY_BANK_PASSWORD },
          certificate: String(file(s.CITY_BANK_CERTIFICATE)),
          key: String(file(s.CITY_BANK_KEY)),
          ca: file(settings.CITY_BANK_CA),
        },
      }),
      ...(has('sslcommerz') && {
        sslcommerz: {
          url: s.SSLCOMMERZ_URL,
          storeId: s.SSLCOMMERZ_STORE_ID,
          storePassword: s.SSLCOMMERZ_STORE_PASSWORD,
        },
      }),
      ...(has('bkash') && {
        bkash: {
          ...{ url: s.BKASH_CHECKOUT_URL, appKey: s.BKASH_APP_KEY, appSecret: s.BKASH_APP_SECRET },
          ...{ user: s.BKASH_USER, password: s.BKASH_PASSWORD },
        },
      }),
    },
  };
}
