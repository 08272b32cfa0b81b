/** Lists inside lists: at most twenty levels, so that nothing that reads the body afterwards runs out of stack. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { startJob } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');

async function start(depth: number) {
  const told = `{"remark":"x","a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answer = await app.server.inject({
    method: 'POST',
    url: `/api/main${startJob.path}`,
    headers: {
      authorization: `Bearer ${reviewer.idToken}`,
      'content-type': 'application/json',
      'idempotency-key': `deep-${depth}`,
    },
    payload: `{"action":"applications.nothing","items":[{"id":"01a21a45-3270-76e7-86cb-3846f68c0993","version":1}],"told":${told}}`,
  });
  return [answer.statusCode, answer.json<{ error: { code: string } }>().error.code];
}

test('a body of twenty levels is read, a deeper one is refused as what it is', async () => {
  // The body and `told` are two levels.
  expect(await start(18)).toEqual([422, 'bulk.unknown_action']);
  expect(await start(19)).toEqual([422, 'common.invalid_input']);
  expect(await start(20_000)).toEqual([422, 'common.invalid_input']);
});
