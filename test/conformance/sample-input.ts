/** Makes inputs that an endpoint's schema takes, with chosen ids and texts in the places for them. */
import { z } from 'zod';

export type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** What is put in the places: an id for each uuid, by the name of its field; a text for each other string. */
export type Filling = { id(field: string): string; text(field: string): string };

const known = new WeakMap<z.ZodType, Schema>();

/** What a schema takes, as JSON Schema. Made one time of each: tests ask it before every call. */
export function inputSchema(schema: z.ZodType): Schema {
  const made =
    known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
  known.set(schema, made);
  return made;
}

/** True if the schema has a place for an id. */
export function hasId(schema: Schema): boolean {
  if (schema.format === 'uuid') return true;
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []),
  ];
  return inner.some(hasId);
}

/** A value of the schema; fields that need not be there are given if they hold an id or a text. */
export function sample(schema: Schema, filling: Filling, field = ''): unknown {
  const choice = choose(schema.anyOf ?? schema.oneOf ?? []);
  if (choice) return sample(choice, filling, field);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, filling, field)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return sampleObject(schema, filling);
  if (type === 'array') return schema.items ? [sample(schema.items, filling, field)] : [];
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return false;
  return sampleText(schema, filling, field);
}

/** The first; of ways to pay the one that everybody may take. */
function choose(choices: Schema[]): Schema | undefined {
  return choices.find(({ properties }) => properties?.method?.const === 'GATEWAY') ?? choices[0];
}

function sampleObject(schema: Schema, filling: Filling): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name, inner]) => schema.required?.includes(name) || hasId(inner) || isFreeText(inner),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, sample(inner, filling, name)]));
}

const isFreeText = (schema: Schema) =>
  schema.type === 'string' && !schema.format && !schema.pattern && !schema.enum;

const DAY = '2026-11-01';

function sampleText(schema: Schema, filling: Filling, field: string): string {
  if (schema.format === 'uuid') return filling.id(field);
  if (schema.format === 'date' || /\\d\{4\}-|on$|period|day/i.test(`${schema.pattern ?? ''} ${field}`))
    return DAY;
  if (schema.format === 'date-time') return `${DAY}T00:00:00Z`;
  if (schema.format === 'email') return 'someone@example.test';
  if (/phone/i.test(field)) return '01712345678';
  if (field === 'nid') return '1234567890';
  if (schema.pattern?.includes('\\d')) return '1';
  return filling.text(field);
}
