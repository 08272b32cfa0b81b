/** What a bank's page sends is never answered with a page: the browser's Back would ask for the form again (ERR_CACHE_MISS). */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';

const app = await testApp();

const FORM = 'application/x-www-form-urlencoded';

const post = async (url: string, payload: string, type = FORM) => {
  const headers = { 'content-type': type };
  const answer = await app.server.inject({ method: 'POST', url, headers, payload });
  return [answer.statusCode, answer.headers.location, answer.headers['cache-control']];
};

test('a form is answered with an address, also if it is refused, and no browser keeps the answer', async () => {
  const order = 'ORDERID=SB1&SESSIONID=2';
  const own = `/sandbox-bank/pay?${order}`;
  expect(await post(own, `${order}&decision=perhaps`)).toEqual([303, own, 'no-store']);
  expect(await post(own, `${order}&decision=approve`)).toEqual([303, own, 'no-store']);
  const payment = '/payment/approved?payment=0190ffff-ffff-7fff-8fff-ffffffffffff';
  expect(await post(payment, 'xmlmsg=x')).toEqual([303, '/payment/redirect', 'no-store']);
  expect(await post(payment, '{', 'application/json')).toEqual([303, payment, 'no-store']);
});
