/** A browser has the page from one origin and calls a service at another one, which another process serves. */
import { describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { smallServer } from '#test/small-server.ts';

const { appUrl } = await testDatabase();
const PAGE = 'https://water.example.org';
const OTHER = 'https://billing.example.org';
const BUCKET = 'https://bucket.example.org';
const { app } = await smallServer({
  url: appUrl,
  origins: { page: PAGE, services: [OTHER], files: BUCKET },
});

const preflight = (origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/api/main/change',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

describe('calls from the page', () => {
  test('its preflight is answered with the methods and headers that a call has', async () => {
    const { statusCode, headers } = await preflight(PAGE);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-allow-methods']).toContain('POST');
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'accept-language'])
      expect(headers['access-control-allow-headers']).toContain(name);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('an answer may be read, a refusal too, with the headers that the page needs', async () => {
    const { statusCode, headers } = await app.inject({
      url: '/api/main/sleep',
      headers: { origin: PAGE },
    });
    expect(statusCode).toBe(403);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-expose-headers']).toContain('retry-after');
    expect(headers['access-control-expose-headers']).toContain('content-disposition');
    expect(headers.vary).toContain('Origin');
  });

  test('an answer to the page that came from here itself is without the headers for others', async () => {
    const { headers } = await app.inject({ url: '/api/main/sleep' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.vary).toContain('Origin');
  });

  test('another page gets no leave', async () => {
    for (const origin of ['https://evil.example.org', `${PAGE}.evil.example.org`, 'null', OTHER]) {
      expect((await preflight(origin)).headers['access-control-allow-origin'], origin).toBeUndefined();
      const answer = await app.inject({ url: '/api/main/sleep', headers: { origin } });
      expect(answer.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });
});

test('code and styles, of which a page loads fifteen, travel without the headers of calls', async () => {
  const { headers } = await app.inject({ url: '/assets/index-1a.js', headers: { origin: PAGE } });
  const ofCalls = Object.keys(headers).filter((name) => /^access-control-|^x-request-id$/.test(name));
  expect(ofCalls).toEqual([]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('the page may call the other services and show files of the bucket, and nothing else', async () => {
  const { headers } = await app.inject('/health/live');
  const policy = String(headers['content-security-policy']).split(';');
  const sources = (directive: string) =>
    policy
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1);
  expect(sources('connect-src')).toEqual(["'self'", OTHER, BUCKET]);
  expect(sources('img-src')).toEqual(["'self'", 'blob:', 'data:', OTHER, BUCKET]);
  expect(sources('frame-src')).toEqual(["'self'", 'blob:', OTHER, BUCKET]);
  expect(sources('script-src')).toEqual(["'self'"]);
});
