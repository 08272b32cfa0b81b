/** A report that the bank sent a withdrawal back: one line of the statement for one withdrawal, decided as it was shown, taken back by who made it. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { walletCalls } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const { admin, withMoney, ask, codeOf } = await walletCalls(app);
const [reporter, payer, other] = [
  await app.staff('cashier'),
  await app.staff('cashier'),
  await app.staff('cashier'),
];

/** A withdrawal of ৳600, which needs no second person, that was paid to a bank. */
async function paid(): Promise<string> {
  const as = await withMoney(1_000_00);
  const { id } = await ask(as, 600_00);
  await app.call(contract.confirmWithdrawal, { as, body: { withdrawalId: id, code: await codeOf(id) } });
  const tender = { method: 'BANK' as const, reference: `OUT ${id}` };
  await app.call(contract.payWithdrawal, { as: payer, body: { withdrawalId: id, tender } });
  return id;
}
const report = (withdrawalId: string, reference: string) => ({
  as: reporter,
  body: { withdrawalId, reference, reason: 'account closed' },
});
const decision = (withdrawalId: string, askedAt: string, accept: boolean) => ({
  as: admin,
  body: { withdrawalId, askedAt, accept, ...(accept ? {} : { remark: 'another line' }) },
});
const told = (as: Person) =>
  all<{ kind: string; params: object }>(
    app.owner.db,
    sql`select kind, params from platform.notices where user_id = ${as.userId} and kind like 'wallet.return%' order by id`,
  );

test('one line of the statement brings one withdrawal back, also if it is typed in another way, and also of two at once', async () => {
  const [first, second] = [await paid(), await paid()];
  await app.call(contract.askReturn, report(first, 'Bnk 79-1'));
  expect(await app.refused(contract.askReturn, report(second, 'BNK79-1 '))).toMatchObject({
    code: 'wallet.return_reference_taken',
    fields: [{ path: 'reference' }],
  });
  const at = app.clock.now().toISOString();
  await app.call(contract.decideReturn, decision(first, at, true));
  expect(await app.codeOf(contract.askReturn, report(second, 'bnk79-1'))).toBe(
    'wallet.return_reference_taken',
  );
  const third = await paid();
  const both = [second, third].map((id) => app.codeOf(contract.askReturn, report(id, 'BNK-80')));
  expect((await Promise.all(both)).sort()).toEqual(['wallet.return_reference_taken', undefined]);
});

test('a line whose report was refused or taken back is free again', async () => {
  const [first, second] = [await paid(), await paid()];
  await app.call(contract.askReturn, report(first, 'BNK-81'));
  await app.call(contract.decideReturn, decision(first, app.clock.now().toISOString(), false));
  await app.call(contract.askReturn, report(second, 'BNK-81'));
  const body = { withdrawalId: second, reason: 'it was the other one' };
  await app.call(contract.takeBackReturn, { as: reporter, body });
  expect((await app.call(contract.askReturn, report(first, 'BNK-81'))).return).toMatchObject({
    reference: 'BNK-81',
  });
});

test('the second person decides about the report that the page showed, not about a later one', async () => {
  const id = await paid();
  const shown = await app.call(contract.askReturn, report(id, 'BNK-82'));
  app.clock.advance(60);
  const body = { withdrawalId: id, reason: 'the wrong line' };
  await app.call(contract.takeBackReturn, { as: reporter, body });
  const later = await app.call(contract.askReturn, report(id, 'BNK-83'));
  const [before, now] = [String(shown.return?.askedAt), String(later.return?.askedAt)];
  expect(await app.codeOf(contract.decideReturn, decision(id, before, true))).toBe('wallet.wrong_state');
  const decided = await app.call(contract.decideReturn, decision(id, now, true));
  expect(decided).toMatchObject({ state: 'RETURNED', return: { reference: 'BNK-83' } });
});

test('who reported it takes the report back: nobody else, not after the decision, with its row in the log', async () => {
  const id = await paid();
  const taking = (as: Person) => ({ as, body: { withdrawalId: id, reason: 'the wrong line' } });
  expect(await app.codeOf(contract.takeBackReturn, taking(reporter))).toBe('wallet.wrong_state');
  const nobody = { as: reporter, body: { withdrawalId: crypto.randomUUID(), reason: 'x' } };
  expect(await app.codeOf(contract.takeBackReturn, nobody)).toBe('common.not_found');
  const reported = await app.call(contract.askReturn, report(id, 'BNK-84'));
  expect(reported.can).toMatchObject({ takeBackReturn: true, decideReturn: false });
  expect(await app.codeOf(contract.takeBackReturn, taking(other))).toBe('wallet.return_not_asker');
  const taken = await app.call(contract.takeBackReturn, taking(reporter));
  expect(taken).toMatchObject({ state: 'PAID_OUT', return: null, can: { askReturn: true } });
  const rows = await all<{ reason: string; reference: string }>(
    app.db,
    sql`select reason, after ->> 'reference' as reference from platform.audit
      where action = 'wallet.take-back-return' and object_id = ${id}`,
  );
  expect(rows).toEqual([{ reason: 'the wrong line', reference: 'BNK-84' }]);
  const again = await app.call(contract.askReturn, report(id, 'BNK-84'));
  await app.call(contract.decideReturn, decision(id, String(again.return?.askedAt), true));
  expect(await app.codeOf(contract.takeBackReturn, taking(reporter))).toBe('wallet.wrong_state');
});

test('who reported it reads whether the second person agreed, and why not', async () => {
  const id = await paid();
  const before = (await told(reporter)).length;
  await app.call(contract.askReturn, report(id, 'BNK-85'));
  await app.call(contract.decideReturn, decision(id, app.clock.now().toISOString(), false));
  app.clock.advance(60);
  await app.call(contract.askReturn, report(id, 'BNK-86'));
  await app.call(contract.decideReturn, decision(id, app.clock.now().toISOString(), true));
  expect((await told(reporter)).slice(before)).toMatchObject([
    { kind: 'wallet.return_refused', params: { minor: 600_00, reason: 'another line' } },
    { kind: 'wallet.return_agreed', params: { minor: 600_00 } },
  ]);
});
