/** Inputs with everything that may be given, so that every question of a schema is asked. */
import type { Random } from '#app/demo/random.ts';
import type { Schema } from '../sample-input.ts';

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
export function full(random: Random, schema: Schema, field = ''): unknown {
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
