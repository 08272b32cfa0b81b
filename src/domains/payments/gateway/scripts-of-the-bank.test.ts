/** The sandbox bank's pages show texts of orders. In the page that leads back one script runs, by its hash; in the others none does. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { waysAtGateway } from './factory-at-gateway.ts';

const app = await testApp();
const { atTheGateway, press } = waysAtGateway(app);

/** The page and which scripts its policy allows. */
async function page(url: string) {
  const { body, headers } = await app.server.inject({ url });
  const [, allowed] = /script-src ([^;]+)/.exec(String(headers['content-security-policy'])) ?? [];
  return { body, allowed };
}

test('only the script that leads back runs, and only in its own page', async () => {
  const started = await atTheGateway('city-bank');
  const toPay = `/sandbox-bank/pay?${started.known}`;
  const toReturn = `/sandbox-bank/return?${started.known}&decision=approve`;
  expect((await page(toPay)).allowed).toBe("'self'");
  await press(started, 'approve');
  const { body, allowed } = await page(toReturn);
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(body) ?? [];
  expect(script).toContain('submit()');
  const hash = createHash('sha256').update(script).digest('base64');
  expect(allowed).toBe(`'self' 'sha256-${hash}'`);
  expect((await page(toPay)).allowed).toBe("'self'");
});
