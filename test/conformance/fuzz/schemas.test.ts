/**
 * Every schema of every call with parts that were refused already: a schema answers with its issues and never throws
 * (G35). Which questions of the contracts were asked is counted, so that there is no refinement that this test never
 * reaches. No server: a call costs microseconds here.
 */

import { expect, test } from 'vitest';
import { z } from 'zod';
import { randomOf } from '#app/demo/random.ts';
import { readPart } from '#platform/http/errors.ts';
import { label, registry } from '../registry.ts';
import { inputSchema } from '../sample-input.ts';
import { full } from './full-input.ts';
import { hostileText, hostileValue } from './hostile.ts';
import { type Inner, within } from './inner-schemas.ts';

const ROUNDS = Number(process.env.FUZZ_SCHEMAS ?? 60);
const SEED = process.env.FUZZ_SEED ?? '1';

/** Texts that pass as something else: each takes the place of every text of every input. */
const NEAR = [
  ...['2026-02-30', '2026-11-01', '1,5', '-1', '1e9', '০.৫', ' ', '99999999999999999999', '0x1F', '1/2', '٣'],
  ...['http://[', 'a@b', '+880', '12:99', '🙂', 'x'.repeat(300), '{}', 'null', '%00', '\u0000', '\ud800'],
];

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
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
    // Zod's own check of lengths, for an object whose length is an object: the program tells it as bad input.
    if (String(error).includes('Cannot convert object to primitive value')) {
      expect(readPart(schema, input).success).toBe(false);
      return;
    }
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
