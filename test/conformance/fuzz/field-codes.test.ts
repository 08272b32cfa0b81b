/**
 * Each code that a contract's schema can give to a field is produced here, by a table and not by chance: at every place of
 * every call that can give it, and once over HTTP for each call. A new check with a code of its own fails this test until
 * its row is in the table (G35).
 */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { randomOf } from '#app/demo/random.ts';
import { errorCodes } from '#app/services.ts';
import { setReadingCheck } from '#domains/meters/checks/contract.ts';
import { fieldErrors } from '#platform/http/errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { refusalsOf } from '#shared/refusals.ts';
import { testApp } from '#test/app.ts';
import { label, type Registered, registry } from '../registry.ts';
import { inputSchema } from '../sample-input.ts';
import { full } from './full-input.ts';
import { type Inner, isSchema, within } from './inner-schemas.ts';

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];

/** What a field is given so that it is refused with the code; of an object, what is changed in a good one. */
const REFUSED: Record<string, readonly unknown[]> = {
  'applications.closes_before_opening': [{ opensAt: '17:00', closesAt: '09:00' }],
  'applications.delegation_backwards': [{ firstDay: '2026-11-20', lastDay: '2026-11-19' }],
  'applications.delegation_too_long': [{ firstDay: '2026-11-20', lastDay: '2027-11-20' }],
  'applications.latitude_beyond': ['90.4'],
  'applications.longitude_beyond': ['180.1'],
  'applications.most_below_usual': [
    { labourMinor: 200, mostLabourMinor: 100 },
    { lostM3: 200, mostLostM3: 100 },
  ],
  'applications.percent_invalid': ['a tenth'],
  'applications.size_twice': [
    [
      { pipeSizeMm: 20, amountMinor: 1 },
      { pipeSizeMm: 20, amountMinor: 2 },
    ],
  ],
  'applications.time_invalid': ['25:00'],
  'billing.decimal_invalid': ['1,5', { unitLitres: '0' }],
  'billing.percent_invalid': ['101'],
  'billing.pipe_size_twice': [
    {
      pipeSizes: [
        { pipeSizeMm: 20, fixedAmount: '1', minimumAmount: '1' },
        { pipeSizeMm: 20, fixedAmount: '2', minimumAmount: '1' },
      ],
    },
  ],
  'billing.tariff_blocks_broken': [{ waterMode: 'blocks', blocks: [] }],
  'collections.notice_needed': [{ notice: { on: false }, disconnection: { on: true } }],
  'collections.step_too_early': [
    { reminder: { on: true, daysOverdue: 30 }, notice: { on: true, daysOverdue: 7 } },
    { notice: { on: true, daysOverdue: 90 }, disconnection: { on: true, daysOverdue: 60 } },
  ],
  'collections.text_placeholder': ['{nobody}'],
  'common.amount_invalid': [-1, 1_000_000_001],
  'common.choose_one': ['', 'no id'],
  'common.email_invalid': ['a@@b'],
  'common.first_of_month': ['2026-11-15'],
  'common.invalid_input': [Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, 'x']))],
  'common.nid_invalid': ['12345'],
  'common.number_invalid': ['!'],
  'common.password_short': ['abc'],
  'meters.access_code_wrong': ['123'],
  'common.password_space': ['abcdef gh'],
  'common.phone_invalid': ['0123'],
  'common.repeated': [
    [
      { materialId: '0190ffff-ffff-7fff-8fff-ffffffffffff', quantity: '1' },
      { materialId: '0190ffff-ffff-7fff-8fff-ffffffffffff', quantity: '2' },
    ],
    ['0190ffff-ffff-7fff-8fff-ffffffffffff', '0190ffff-ffff-7fff-8fff-ffffffffffff'],
    [
      { kind: 'deed_paper', fileId: '0190ffff-ffff-7fff-8fff-ffffffffffff' },
      { kind: 'mutation_paper', fileId: '0190ffff-ffff-7fff-8fff-ffffffffffff' },
    ],
    [{ documentKind: 'deed_paper' }, { documentKind: 'deed_paper' }],
    [
      { part: 'owner', remark: 'Not readable' },
      { part: 'owner', remark: 'Not signed' },
    ],
    {
      crewId: '0190ffff-ffff-7fff-8fff-ffffffffffff',
      memberIds: ['0190ffff-ffff-7fff-8fff-ffffffffffff'],
    },
  ],
  'common.required': [
    ' ',
    { channel: 'sms', sms: undefined, email: undefined },
    { category: undefined, tariffVersionId: undefined },
    { documentKind: undefined, en: '', bn: '' },
  ],
  'common.volume_invalid': ['a litre'],
  'consumers.import_columns_needed': [{ phone: null }],
  'identity.code_digits': ['12345x'],
  'meters.check_factor': [
    '-',
    { code: 'HIGH', factor: '0.5', readings: 1, litres: 1 },
    { code: 'HIGH', factor: null, readings: 1, litres: 1 },
  ],
  'meters.check_litres': [{ code: 'LOW', factor: '0.5', readings: 1, litres: null }],
  'meters.check_readings': [{ code: 'ZERO', factor: '0.5', readings: null, litres: 1 }],
  'payments.amount_above_limit': [10 ** 15],
  'roles.code_form': ['1'],
  'roles.code_of_planners': ['rajukXY'],
  'settings.host_invalid': ['-', 'a"b'],
  'settings.limits_crossed': [
    { minRechargeMinor: 2, maxRechargeMinor: 1 },
    { minWithdrawalMinor: 2, maxWithdrawalMinor: 1 },
    { maxWithdrawalMinor: 2, dailyWithdrawalMinor: 1, minWithdrawalMinor: 1 },
  ],
  'settings.url_invalid': ['no address'],
};

/** Codes that neither a contract lists nor a schema gives; each has its own tests (test/refusals). */
const OF_NO_SCHEMA: Record<string, string> = {
  'applications.not_over_yet': 'a step of the daily job only',
  'common.method_not_allowed': 'no call has this method',
  'consumers.import_empty': 'told of a file',
  'payments.bank_amount_wrong': 'told of the row of a file',
  'payments.bank_day_wrong': 'told of the row of a file',
  'payments.bank_number_cut': 'told of the row of a file',
  'payments.bank_state_unknown': 'told of the row of a file',
  'settings.import_day_wrong': 'told of the row of a file',
  'settings.import_number_wrong': 'told of the row of a file',
  'settings.import_repeated': 'told of the row of a file',
  'settings.import_type_wrong': 'told of the row of a file',
  'settings.place_incomplete': 'told of the row of a file',
  'settings.place_repeated': 'told of the row of a file',
  'settings.place_too_long': 'told of the row of a file',
};

/** It refuses by a question that also changes the text. */
const PHONE: unknown = phoneSchema;

/** Questions that choose among several codes. */
const ASKED = new Map<unknown, string[]>(
  ((setReadingCheck.body as unknown as Inner)._zod.def.checks as unknown[]).map((check) => [
    check,
    ['meters.check_factor', 'meters.check_litres', 'meters.check_readings'],
  ]),
);

/** A check that gives a code, and the place of the value that it looks at; `0` is the first of a list. */
type Place = { check: Inner; code: string; path: string[] };

/** The message of a check is its code, or a question answers with it. */
function codeOf({ _zod: { def } }: Inner): string | undefined {
  if (typeof def.error !== 'function') return undefined;
  const message: unknown = (def.error as (issue: unknown) => unknown)({ code: 'custom', input: '' });
  return typeof message === 'string' && /^[a-z-]+\.[a-z_]+$/.test(message) ? message : undefined;
}

/** Every check with a code within a schema. */
function placesOf(schema: unknown, path: string[] = []): Place[] {
  if (!isSchema(schema)) return [];
  const { def } = schema._zod;
  // What is refused within it counts as not given.
  if (def.type === 'catch') return [];
  const checks = [schema, ...((def.checks ?? []) as unknown[]).filter(isSchema)];
  const own = checks.flatMap((check) => {
    const codes = check === PHONE ? ['common.phone_invalid'] : (ASKED.get(check) ?? [codeOf(check)]);
    return codes.flatMap((code) => (code ? [{ check, code, path }] : []));
  });
  const shape = Object.entries((def.shape ?? {}) as Record<string, unknown>);
  const same = [def.in, def.out, def.innerType, def.left, def.right, ...((def.options ?? []) as unknown[])];
  return [
    ...own,
    ...same.flatMap((inner) => placesOf(inner, path)),
    ...shape.flatMap(([key, inner]) => placesOf(inner, [...path, key])),
    ...placesOf(def.element, [...path, '0']),
  ];
}

/** The input with another value in the place; undefined if it has no such place. */
function changedAt(input: unknown, [key, ...rest]: string[], bad: unknown): unknown {
  if (key === undefined) {
    const isPart = typeof bad === 'object' && bad !== null && !Array.isArray(bad);
    return isPart && typeof input === 'object' && input !== null ? { ...input, ...bad } : bad;
  }
  if (typeof input !== 'object' || input === null) return undefined;
  const inner = changedAt((input as Record<string, unknown>)[key], rest, bad);
  if (inner === undefined && rest.length > 0) return undefined;
  return Array.isArray(input) ? [inner, ...input.slice(1)] : { ...input, [key]: inner };
}

const TRIES = 40;

/** An input that the schema refuses with this code at this place, or undefined. */
function refusedInput(schema: z.ZodType, name: string, { code, path }: Place): unknown {
  const shape = inputSchema(schema);
  for (let at = 0; at < TRIES; at += 1) {
    const good = full(randomOf(`${name}/${at}`), shape);
    for (const bad of REFUSED[code] ?? []) {
      const input = changedAt(good, path, bad);
      const { error } = schema.safeParse(input);
      const told = error ? fieldErrors(error) : [];
      if (told.some((field) => field.code === code && field.path.startsWith(path.join('.')))) return input;
    }
  }
  return undefined;
}

type Case = { registered: Registered; part: Part; place: Place; input: unknown };

const cases: Case[] = registry.flatMap((registered) =>
  PARTS.flatMap((part) => {
    const schema = registered.endpoint[part];
    return placesOf(schema).map((place) => ({
      registered,
      part,
      place,
      input: refusedInput(schema, label(registered), place),
    }));
  }),
);

/** What a schema takes for left out before its check is asked. */
const NEVER_ASKED = [
  // Blank is the next number of the series.
  'PUT main/application/update/customerId body customerNumber: common.required',
];

test('every place of every call that can give a code to a field gives it', () => {
  const silent = cases
    .filter(({ input }) => input === undefined)
    .map(
      ({ registered, part, place }) => `${label(registered)} ${part} ${place.path.join('.')}: ${place.code}`,
    );
  expect([...new Set(silent)]).toEqual(NEVER_ASKED);
  expect(cases.length).toBeGreaterThan(250);
});

test('every check of the contracts has a code of the table, or is one of Zod', () => {
  const seen = new Set<Inner>();
  for (const { endpoint } of registry) for (const part of PARTS) within(endpoint[part], seen);
  const refinements = [...seen].filter(
    ({ _zod: { def, check } }) => def.check === 'custom' || (check && !def.check && !def.type),
  );
  const covered = new Set(cases.map(({ place }) => place.check));
  expect(refinements.length).toBeGreaterThan(30);
  expect(
    refinements.filter((check) => !covered.has(check)).map((check) => codeOf(check) ?? 'no code'),
  ).toEqual([]);
});

test('each code goes out over HTTP from each call that can give it, and no other field code is there', async () => {
  const app = await testApp();
  const [admin, consumer] = [await app.staff('admin'), await app.consumer()];
  const once = new Map(
    cases.map((tried) => [`${label(tried.registered)} ${tried.part} ${tried.place.code}`, tried]),
  );
  const wrong: string[] = [];
  for (const [name, { registered, part, place, input }] of once) {
    const { endpoint } = registered;
    const random = randomOf(name);
    const given = (other: Part) => (other === part ? input : full(random, inputSchema(endpoint[other])));
    const params = given('params') as Record<string, string>;
    const query = given('query') as Record<string, unknown>;
    const answer = await app.server.inject({
      method: endpoint.method,
      url: `/api/${endpoint.service}${endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')}`,
      query: Object.fromEntries(
        Object.entries(query ?? {}).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, String(value)]],
        ),
      ),
      headers: { authorization: `Bearer ${('consumer' in endpoint.access ? consumer : admin).idToken}` },
      ...(endpoint.method === 'GET' ? {} : { payload: given('body') as object }),
    });
    const { error } = answer.json<{ error?: { fields?: { code: string }[] } }>();
    const isTold = error?.fields?.some(({ code }) => code === place.code);
    if (answer.statusCode !== 422 || !isTold)
      wrong.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(once.size).toBeGreaterThan(150);

  // A code that is in no contract's refuses is a field's, or one of those without a call or a schema.
  const ofCalls = new Set(registry.flatMap(({ endpoint }) => refusalsOf(endpoint).map(({ code }) => code)));
  const ofFields = new Set(cases.map(({ place }) => place.code));
  const left = errorCodes.map(({ code }) => code).filter((code) => !ofCalls.has(code) && !ofFields.has(code));
  expect(left.sort()).toEqual(Object.keys(OF_NO_SCHEMA).sort());
});
