import { expect, test } from 'vitest';
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { phoneSchema } from '#shared/phone.ts';
import { emailSchema, lineSchema, optionalLineSchema, passwordSchema } from '#shared/text.ts';
import { check, valueAt, withValue } from './issues.ts';

const schema = z.object({
  name: lineSchema(5),
  phone: phoneSchema,
  password: passwordSchema,
  note: optionalLineSchema(),
  email: emailSchema.optional(),
  born: daySchema.nullable(),
  kind: z.enum(['a', 'b']),
  count: z.int().min(1),
  owner: z.object({ name: lineSchema() }),
});
const good = {
  name: 'Rahim',
  phone: '01712345678',
  password: 'secret',
  note: '',
  email: '',
  born: '',
  kind: 'a',
  count: 1,
  owner: { name: 'X' },
};
const codes = (values: object) =>
  Object.fromEntries(check(schema, { ...good, ...values }).problems.map(({ path, code }) => [path, code]));

test('blanks count as absent or null if the schema takes that', () => {
  expect(codes({})).toEqual({});
  expect(check(schema, good).data).toMatchObject({ email: undefined, born: null });
});

test('a day that is none is told with an example, also if the field may be empty', () => {
  const optional = z.object({ born: z.union([z.literal(''), daySchema]).optional() });
  expect(check(optional, { born: '15 Foo' }).problems).toEqual([
    { path: 'born', code: 'common.date_invalid' },
  ]);
  expect(codes({ born: '15031990x' })).toEqual({ born: 'common.date_invalid' });
  // A moment is typed as a day and a time.
  expect(check(z.object({ at: instantSchema.nullable() }), { at: '27/11' }).problems).toEqual([
    { path: 'at', code: 'common.date_invalid' },
  ]);
});

test('every issue has a code with a text; what is blank is required', () => {
  expect(codes({ name: '', kind: '', count: undefined, owner: {} })).toEqual({
    name: 'common.required',
    kind: 'common.required',
    count: 'common.required',
    'owner.name': 'common.required',
  });
  expect(
    codes({ name: 'longer', phone: '0123', password: 'a b c d', email: 'x', kind: 'z', count: 0, born: 'x' }),
  ).toEqual({
    name: 'common.too_long',
    phone: 'common.phone_invalid',
    password: 'common.password_space',
    email: 'common.email_invalid',
    kind: 'common.choose_one',
    count: 'common.too_small',
    born: 'common.date_invalid',
  });
  const above = z.object({ sum: z.int().positive() });
  expect(check(above, { sum: 0 }).problems).toEqual([
    { path: 'sum', code: 'common.too_small', params: { minimum: 1 } },
  ]);
  expect(codes({ count: Number.NaN })).toEqual({ count: 'common.number_invalid' });
});

test('values by dotted name, without changing what was there', () => {
  const values = { items: [{ quantity: 1 }] };
  const next = withValue(values, 'items.0.quantity', 2);
  expect(valueAt(next, 'items.0.quantity')).toBe(2);
  expect(values.items[0]?.quantity).toBe(1);
  expect(withValue({}, 'owner.name', 'A')).toEqual({ owner: { name: 'A' } });
  expect(withValue({}, 'items.0', 'A')).toEqual({ items: ['A'] });
});
