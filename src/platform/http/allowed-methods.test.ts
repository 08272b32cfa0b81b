/** A known address by another method: 405 with the methods that it takes, for calls and for addresses beside them, also when the browser side is served. */
import { expect, test } from 'vitest';
import { DOCUMENT, METRICS_TOKEN, testApp } from '#test/app.ts';

const app = await testApp();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const;
type Method = (typeof METHODS)[number];

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
  ['PUT', '/bills', 'GET, HEAD'],
  ['POST', '/api/openapi.json', 'GET, HEAD'],
  ['DELETE', '/api/billing/openapi.json?x=1', 'GET, HEAD'],
  ['PUT', '/api/docs', 'GET, HEAD'],
])('%s %s is answered with what is allowed', async (method, url, allow) => {
  expect(await answer(method, url)).toEqual(refused(allow));
});

const { paths } = (await app.server.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, unknown>>;
}>();
const served = Object.entries(paths).map(([path, methods]) => ({
  address: path.replace(/\{\w+\}/g, '0190ffff-ffff-7fff-8fff-ffffffffffff'),
  template: path.split('/'),
  methods: Object.keys(methods).map((method) => method.toUpperCase()),
}));
const fits = (template: string[], address: string) => {
  const parts = address.split('/');
  return (
    template.length === parts.length &&
    template.every((part, index) => part.startsWith('{') || part === parts[index])
  );
};

test('each address of the description answers each other method with 405 and what it takes', async () => {
  let onlyWriting = 0;
  const wrong: unknown[] = [];
  for (const { address } of served) {
    const taken = new Set(
      served.filter(({ template }) => fits(template, address)).flatMap(({ methods }) => methods),
    );
    if (taken.has('GET')) taken.add('HEAD');
    else onlyWriting += 1;
    for (const method of METHODS.filter((name) => !taken.has(name))) {
      const { statusCode, headers, body } = await app.server.inject({
        method: method as 'GET',
        url: address,
      });
      // People who open the address to which a bank sends their browser get the screens.
      const isPage = !address.startsWith('/api/') && ['GET', 'HEAD'].includes(method);
      if (isPage && statusCode === 200 && (method === 'HEAD' || body === DOCUMENT)) continue;
      const allow = [...taken].sort().join(', ');
      if (statusCode !== 405 || headers.allow !== allow)
        wrong.push([method, address, statusCode, headers.allow, allow]);
    }
  }
  expect(wrong).toEqual([]);
  expect(onlyWriting).toBeGreaterThan(150);
});

test('every other address gets the document, a file that is missing does not', async () => {
  const of = async (url: string) => {
    const { statusCode, body } = await app.server.inject(url);
    return [statusCode, body === DOCUMENT];
  };
  expect(await of('/')).toEqual([200, true]);
  expect(await of('/bills?page=2')).toEqual([200, true]);
  expect(await of('/assets/nothing.js')).toEqual([404, false]);
  expect(await of('/files/nothing')).toEqual([404, false]);
  expect(await of('/health/nothing')).toEqual([404, false]);
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
