/** A known address by another method: 405 with the methods that it takes, for calls and for addresses beside them. */
import { expect, test } from 'vitest';
import { METRICS_TOKEN, testApp } from '#test/app.ts';

const app = await testApp();
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE' | 'HEAD';

const answer = async (method: Method, url: string) => {
  const { statusCode, headers, body } = await app.server.inject({ method: method as 'GET', url });
  return [statusCode, headers.allow, body === '' ? undefined : JSON.parse(body).error?.code];
};
const refused = (allow: string) => [405, allow, 'common.method_not_allowed'];

test.each<[Method, string, string]>([
  ['GET', '/api/social/user/login', 'POST'],
  ['PATCH', '/api/social/user/profile', 'GET, HEAD, PUT'],
  ['DELETE', '/api/main/email/config/0190ffff-ffff-7fff-8fff-ffffffffffff', 'GET, HEAD'],
  ['PUT', '/api/social/user/sessions/0190ffff-ffff-7fff-8fff-ffffffffffff?x=1', 'DELETE'],
  ['OPTIONS', '/api/social/user/login', 'POST'],
  ['TRACE', '/health/ready', 'GET, HEAD'],
  ['POST', '/health/live', 'GET, HEAD'],
  ['DELETE', '/', 'GET, HEAD'],
])('%s %s is answered with what is allowed', async (method, url, allow) => {
  expect(await answer(method, url)).toEqual(refused(allow));
});

test('what is served by no method is not found', async () => {
  const missing = [404, undefined, 'common.not_found'];
  expect(await answer('GET', '/api/social/user/nothing')).toEqual(missing);
  expect(await answer('POST', '/api/social/user/nothing')).toEqual(missing);
  expect(await answer('GET', '/api/social/user/sessions/a/b')).toEqual(missing);
});

test('measurements are there for who has the token, and nowhere without one', async () => {
  const of = async (authorization: string | undefined, server = app.server) =>
    (await server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
  expect(await of(`Bearer ${METRICS_TOKEN}`)).toBe(200);
  for (const wrong of [undefined, 'Bearer ', 'Bearer undefined', `Basic ${METRICS_TOKEN}`, METRICS_TOKEN]) {
    expect(await of(wrong)).toBe(404);
  }
  const { server } = await app.another();
  expect(await of(`Bearer ${METRICS_TOKEN}`, server)).toBe(404);
  expect(await of('Bearer undefined', server)).toBe(404);
});
