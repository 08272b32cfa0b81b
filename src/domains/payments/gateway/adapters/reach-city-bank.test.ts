/** City Bank over a real connection: both sides show a certificate, and only hosts of the list are reached. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { cityBank } from './city-bank.ts';
import { selfSigned } from './factory-certificates.ts';
import { isOnHosts, networkWire, pageOn } from './wire.ts';

const bank = selfSigned('localhost');
const merchant = selfSigned('jolkol');
const stranger = selfSigned('stranger');
const seen: string[] = [];
const servers: Server[] = [];

/** City Bank's service on this machine, which knows one merchant by its certificate. */
function serve(own: { cert: string; key: string }): Promise<number> {
  const server = createServer(
    { ...own, ca: merchant.cert, requestCert: true, rejectUnauthorized: true },
    (request, answer) => {
      seen.push(String(request.url));
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const content =
          request.url === '/transaction/token'
            ? { transactionId: 'T1' }
            : {
                responseCode: '100',
                items: {
                  url: 'https://pay.thecitybank.com/index.jsp',
                  orderId: 7,
                  sessionId: 'S',
                  asked: JSON.parse(body),
                },
              };
        answer.setHeader('content-type', 'application/json').end(JSON.stringify(content));
      });
    },
  );
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port));
  });
}
afterAll(() => {
  for (const server of servers) server.close();
});

const order = {
  ...{ paymentId: 'p', amountMinor: 11_500, description: '100', language: 'en' as const },
  ...{ approveUrl: 'https://w.test/a', cancelUrl: 'https://w.test/c', declineUrl: 'https://w.test/d' },
  ...{ returnUrl: 'https://w.test/r', callUrl: 'https://w.test/i' },
};
const hosts = ['localhost', 'thecitybank.com'];

function open(port: number, more: Partial<Parameters<typeof networkWire>[0]> = {}) {
  const tls = { ...merchant, ca: bank.cert };
  const wire = networkWire({ hosts, allowed: ['127.0.0.1', '::1'], tls, ...more });
  const account = { merchantId: '1', user: 'u', password: 'p', hosts };
  return cityBank({ ...account, wire, url: `https://localhost:${port}` }).createOrder(order);
}

test('an order is made over a connection in which both show their certificate', async () => {
  const port = await serve(bank);
  const made = await open(port);
  expect(made).toEqual({
    orderId: '7',
    sessionId: 'S',
    url: 'https://pay.thecitybank.com/index.jsp?ORDERID=7&SESSIONID=S',
  });
  expect(seen).toEqual(['/transaction/token', '/transaction/createorder']);
});

test('without our certificate, with a stranger’s, or if the bank’s is another one, nothing is asked', async () => {
  const port = await serve(bank);
  seen.length = 0;
  const { cert, key } = stranger;
  await expect(open(port, { tls: { cert, key, ca: bank.cert } })).rejects.toThrow();
  await expect(open(await serve(stranger))).rejects.toThrow();
  await expect(open(port, { tls: { ...merchant, ca: undefined } })).rejects.toThrow();
  expect(seen).toEqual([]);
});

test('another host, a private network and plain http are not reached', async () => {
  const port = await serve(bank);
  seen.length = 0;
  await expect(open(port, { hosts: ['thecitybank.com'] })).rejects.toThrow('not a host of this gateway');
  await expect(open(port, { allowed: [] })).rejects.toThrow('private network');
  expect(seen).toEqual([]);
});

test.each([
  ['https://thecitybank.com/x', true],
  ['https://pay.thecitybank.com:7788/x', true],
  ['http://pay.thecitybank.com/x', false],
  ['https://thecitybank.com.evil.test/', false],
  ['https://notthecitybank.com/', false],
  ['https://evil.test/?thecitybank.com', false],
  ['https://thecitybank.com@evil.test/', false],
  ['https://pay@thecitybank.com/', false],
  ['javascript:alert(1)', false],
  ['//thecitybank.com/', false],
])('%s on the hosts: %s', (url, isOn) => {
  expect(isOnHosts(url, ['thecitybank.com'])).toBe(isOn);
  if (isOn) expect(pageOn(url, ['thecitybank.com'])).toBe(url);
  else expect(() => pageOn(url, ['thecitybank.com'])).toThrow('not on a host');
});
