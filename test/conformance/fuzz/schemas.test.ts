/**
 * Every schema of every call with parts that were refused already: a schema answers with its issues and never throws
 * (G35). Which questions of the contracts were asked is counted, so that there is no refinement that this test never
 * reaches. No server: a call costs microseconds here.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Random, randomOf } from '#app/demo/random.ts';
import { label, registry } from '../registry.ts';
import { inputSchema, type Schema } from '../sample-input.ts';
import { hostileText, hostileValue } from './hostile.ts';

const ROUNDS = Number(process.env.FUZZ_SCHEMAS ?? 60);
const SEED = process.env.FUZZ_SEED ?? '1';

/** Texts that pass as something else: each takes the place of every text of every input. */
const NEAR = [
  ...['2026-02-30', '2026-11-01', '1,5', '-1', '1e9', '০.৫', ' ', '99999999999999999999', '0x1F', '1/2', '٣'],
  ...['http://[', 'a@b', '+880', '12:99', '🙂', 'x'.repeat(300), '{}', 'null', '%00', '\u0000', '\ud800'],
];

const TEXTS: [RegExp, string][] = [
  [/on$|day|date|from|until|effective|birth/i, '2026-11-01'],
  [/period|month/i, '2026-11-01'],
  [/email|reply|fromAddress/i, 'a@utility.test'],
  [/phone/i, '01712345678'],
  [/nid/i, '1234567890'],
  [/url|address/i, 'https://utility.test/x'],
  [/host/i, 'mail.utility.test'],
  [/time|opens|closes/i, '09:00'],
  [/code/i, '123456'],
  [/rate|to$|amount|percent|litres|quantity|factor|register|round/i, '1'],
];

/** An input with everything that may be given, of ways to give it any. */
function full(random: Random, schema: Schema, field = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return full(random, random.pick(choices), field);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => full(random, part, field)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'object') {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([name, inner]) => [name, full(random, inner, name)]));
  }
  if (type === 'array') {
    const { items } = schema;
    const length = Math.max(schema.minItems ?? 0, random.int(0, 2));
    return items ? Array.from({ length }, () => full(random, items, field)) : [];
  }
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1) + random.int(0, 3);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  if (schema.format === 'uuid') return '0190ffff-ffff-7fff-8fff-ffffffffffff';
  if (/A-Z\]\{3\}/.test(schema.pattern ?? '')) return 'BDT';
  // A day of a list, or the bound of a tariff's block.
  if (field === 'from' || field === 'to') return random.pick(['0', '1', '2026-11-01']);
  if (schema.format === 'date-time') return '2026-11-01T00:00:00Z';
  return TEXTS.find(([name]) => name.test(field))?.[1] ?? random.pick(['x', '1', 'Rahima', 'shapla-7']);
}

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

type Inner = { _zod: { def: Record<string, unknown>; check?: (payload: unknown) => unknown } };

const isSchema = (value: unknown): value is Inner =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Every schema and check within a schema. */
function within(schema: unknown, seen: Set<Inner>): void {
  if (!isSchema(schema) || seen.has(schema)) return;
  seen.add(schema);
  const { def } = schema._zod;
  const shape = (def.shape ?? {}) as Record<string, unknown>;
  const inner = [def.checks, def.options, def.items, Object.values(shape)].flat();
  const single = [
    def.element,
    def.in,
    def.out,
    def.innerType,
    def.valueType,
    def.keyType,
    def.left,
    def.right,
  ];
  for (const one of [...inner, ...single]) within(one, seen);
}

const asked = new Map<Inner, number>();

/** Counts how often each refinement is asked. */
function watch(schema: z.ZodType): Inner[] {
  const seen = new Set<Inner>();
  within(schema, seen);
  const refinements = [...seen].filter(
    ({ _zod }) => _zod.def.check === 'custom' || (_zod.check && !_zod.def.check && !_zod.def.type),
  );
  for (const one of refinements) {
    if (asked.has(one)) continue;
    asked.set(one, 0);
    const { _zod } = one;
    const { check } = _zod;
    if (!check) continue;
    _zod.check = (payload: unknown) => {
      asked.set(one, (asked.get(one) ?? 0) + 1);
      return check(payload);
    };
  }
  return refinements;
}

const faults = new Set<string>();

function tryOut(name: string, schema: z.ZodType, input: unknown): void {
  try {
    schema.safeParse(input);
  } catch (error) {
    faults.add(`${name}: ${String(error).slice(0, 80)} over ${JSON.stringify(input).slice(0, 200)}`);
  }
}

const parts = ['params', 'query', 'body'] as const;
const watched = registry.flatMap((registered) =>
  parts.flatMap((part) => {
    const schema = registered.endpoint[part];
    return watch(schema).map((refinement) => ({ refinement, name: `${label(registered)} ${part}` }));
  }),
);

test('no schema throws for any parts; every refinement of the contracts is asked (G35)', () => {
  for (const registered of registry) {
    for (const part of parts) {
      const schema = registered.endpoint[part];
      const name = `${label(registered)} ${part}`;
      const shape = inputSchema(schema);
      for (let round = 0; round < ROUNDS; round += 1) {
        const random = randomOf(`${SEED}/${name}/${round}`);
        const good = full(random, shape);
        tryOut(name, schema, good);
        const whole = { value: structuredClone(good) };
        for (const near of NEAR) {
          const places = placesIn(whole).filter(({ holder, key }) => typeof holder[key] === 'string');
          if (places.length === 0) break;
          const { holder, key } = random.pick(places);
          const before = holder[key];
          holder[key] = near;
          tryOut(name, schema, whole.value);
          holder[key] = before;
        }
        const spoilt = { value: structuredClone(good) };
        for (let times = 0; times < 3; times += 1) {
          const { holder, key } = random.pick(placesIn(spoilt));
          holder[key] = random.chance(0.5) ? hostileText(random) : hostileValue(random);
          tryOut(name, schema, spoilt.value);
        }
      }
    }
  }
  expect([...faults].slice(0, 20)).toEqual([]);
  const silent = watched.filter(({ refinement }) => asked.get(refinement) === 0).map(({ name }) => name);
  expect([...new Set(silent)]).toEqual([]);
  expect(asked.size).toBeGreaterThan(20);
});

test('the search would notice: a question that counts with a refused text throws', () => {
  const text = z.string().refine((typed) => /^\d+$/.test(typed));
  const broken = z.object({ rate: text }).refine(({ rate }) => BigInt(rate) > 0n);
  expect(() => broken.safeParse({ rate: '2026-02-30' })).toThrow(SyntaxError);
});
