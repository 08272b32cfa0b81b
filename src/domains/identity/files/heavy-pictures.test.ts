/** Eight drawings of one household that ask for endless work, over HTTP, while others sign in and read their bills. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { pictures } from '#platform/files/pictures.ts';
import { PICTURES } from '#platform/limits.ts';
import { testApp } from '#test/app.ts';
import { until } from '#test/process.ts';
import { codeOf } from '#test/small-server.ts';

const app = await testApp();
const household = await app.consumer();
const other = await app.consumer('Karima Khatun');
let origin = '';
beforeAll(async () => {
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.server.server.closeAllConnections());

const drawing = (groups: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f"><feGaussianBlur stdDeviation="200"/></filter>${'<g filter="url(#f)">'.repeat(groups)}<rect width="3000" height="3000"/>${'</g>'.repeat(groups)}</svg>`;

function upload(groups: number, signal?: AbortSignal): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([drawing(groups)]), 'plan.svg');
  return fetch(`${origin}/api/main/file-upload?kind=image`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${household.idToken}` },
    ...(signal ? { signal } : {}),
  });
}
const isAtWork = () => pictures.processes().filter(({ isBusy }) => isBusy);

test('sixty filters within one another are refused in words, and no process is asked', async () => {
  const answer = await upload(60);
  expect([answer.status, await codeOf(answer)]).toEqual([422, 'files.picture_too_heavy']);
});

test('eight at once: others sign in and read meanwhile; hanging up ends all of it', async () => {
  const hangUp = new AbortController();
  const ended: unknown[] = [];
  const eight = Array.from({ length: PICTURES.person.waiting }, () =>
    upload(12, hangUp.signal).then(
      ({ status }) => ended.push(status),
      () => ended.push('hung up'),
    ),
  );
  const [{ pid } = { pid: 0 }] = await until(() => (isAtWork().length > 0 ? isAtWork() : null));
  const { phone } = await one<{ phone: string }>(
    app.owner.db,
    sql`select phone from identity.users where id = ${other.userId}`,
  );
  await app.signIn(phone, other.password);
  await app.call(searchInvoice, { as: other });
  const ready = await fetch(`${origin}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { threads: true } }]);
  expect([ended, isAtWork().length]).toEqual([[], 1]);
  hangUp.abort();
  await Promise.all(eight);
  await until(() => isAtWork().length === 0 && !existsSync(`/proc/${pid}`));
});
