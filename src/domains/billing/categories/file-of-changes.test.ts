/** The file of categories by date names who proposed and who decided, as the page does: to the office only. */
import { expect, test } from 'vitest';
import * as contract from './contract.ts';
import { categoryOffice } from './factory.ts';

const { app, first, household, home, decided, get } = await categoryOffice();

test('both people and the moments are in the list and in the file of the office, and in none of the household', async () => {
  const made = await home();
  const id = await decided(made);
  const { number, proposedBy, decidedBy } = await get(id);
  const names = [String(proposedBy), String(decidedBy)];
  expect(names).not.toContain('null');
  const listed = async (as = first) => {
    const { items } = await app.call(contract.listCategoryChanges, { as, query: { connectionId: made.id } });
    return items.map((change) => [change.proposedBy, change.decidedBy]);
  };
  expect([await listed(), await listed(household)]).toEqual([[names], [[null, null]]]);
  const row = async (as = first) => {
    const { body } = await app.server.inject({
      url: `/api/billing${contract.listCategoryChangesDownload.path}`,
      query: { format: 'csv', connectionId: made.id },
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    expect(body).toContain('Proposed,Proposed by,Decided,Decided by');
    return body.split('\r\n').find((line) => line.startsWith(number)) ?? '';
  };
  expect(await row()).toMatch(new RegExp(`,${names[0]},[^,]+,${names[1]}$`));
  for (const name of names) expect(await row(household)).not.toContain(name);
});
