/** What Zod's own checks throw for is bad input; what ours throw for is a fault. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPart } from '#platform/http/errors.ts';
import { commonErrors } from '#shared/errors.ts';
import { testApp } from '#test/app.ts';

const NO_LENGTH = { length: { toString: 1, valueOf: 2 } };

test('an object whose length is an object is bad input, no fault of the program', async () => {
  const app = await testApp();
  expect(readPart(z.object({ name: z.string().max(5) }), { name: NO_LENGTH }).success).toBe(false);
  expect(readPart(z.object({ name: z.string().max(5) }), { name: 'Karim' }).success).toBe(true);
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/social/user/login',
    payload: { login: NO_LENGTH, password: NO_LENGTH },
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([422, commonErrors.invalid_input.code]);
});

test('a fault of a refinement is not hidden', () => {
  const broken = z.string().refine(() => {
    throw new RangeError('broken');
  });
  expect(() => readPart(broken, 'x')).toThrow(RangeError);
});
