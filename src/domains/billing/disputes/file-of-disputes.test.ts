/** The file of disputes names who decided, as the page does: to the office only. */
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { disputingOffice } from './factory.ts';

const { app, household, decider, bill, ask, decide, get } = await disputingOffice();

test('who decided is in the list and in the file of the office, and in none of the household', async () => {
  const { id, number } = await ask((await bill()).billId);
  await decide(id, 'REJECTED');
  const { decidedBy } = await get(id);
  expect(decidedBy).toEqual(expect.any(String));
  const listed = async (as = decider) => {
    const { items } = await app.call(contract.listDisputes, { as, query: { search: number } });
    return items.map((dispute) => dispute.decidedBy);
  };
  expect([await listed(), await listed(household)]).toEqual([[decidedBy], [null]]);
  const row = async (as = decider) => {
    const { body } = await app.server.inject({
      url: `/api/billing${contract.listDisputesDownload.path}`,
      query: { format: 'csv', search: number },
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    expect(body).toContain('Answer,Decided by,Ended');
    return body.split('\r\n').find((line) => line.startsWith(number)) ?? '';
  };
  expect(await row()).toContain(`We looked at the meter again.,${decidedBy},`);
  expect(await row(household)).not.toContain(decidedBy);
});
