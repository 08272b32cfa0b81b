/** Who asked a second person to post a settlement file takes that back: the file is as before, and may be asked for or given up. */
import { expect, test } from 'vitest';
import { giveUpProposal, listOwnProposals } from '../proposals/contract.ts';
import * as contract from './contract.ts';
import { bankOffice } from './factory-bank-files.ts';

const { app, cashier, reviewer, paid, take, file } = await bankOffice();

test('by the page of what was asked for; the file can be asked for again, and given up', async () => {
  const { order } = await paid();
  const id = await take([{ order, taka: '115.00', fee: '2.30' }]);
  const { amountMinor, feeMinor } = await file(id);
  const ask = {
    ...{ as: cashier, params: { id } },
    body: { amountMinor, feeMinor, statementReference: 'FT-771', reason: 'line 7 of the statement' },
  };
  await app.call(contract.askBankPosting, ask);
  expect((await file(id)).state).toBe('ASKED');
  const { items } = await app.call(listOwnProposals, { as: cashier, query: { kind: 'POST_FILE' } });
  expect(items).toMatchObject([{ bankFileId: id, can: { giveUp: true } }]);
  const giving = { params: { id: String(items[0]?.id) }, body: { reason: 'of another month' } };
  expect(await app.codeOf(giveUpProposal, { as: reviewer, ...giving })).toBe('payments.not_asker');
  await app.call(giveUpProposal, { as: cashier, ...giving });
  expect(await file(id)).toMatchObject({ state: 'READ', can: { post: true, giveUp: true } });
  await app.call(contract.askBankPosting, ask);
  const again = await app.call(listOwnProposals, { as: cashier, query: { state: 'REQUESTED' } });
  await app.call(giveUpProposal, {
    ...{ as: cashier, params: { id: String(again.items[0]?.id) } },
    body: { reason: 'of another month' },
  });
  const gone = { as: cashier, params: { id }, body: { reason: 'wrong file' } };
  expect((await app.call(contract.giveUpBankFile, gone)).state).toBe('GIVEN_UP');
});
