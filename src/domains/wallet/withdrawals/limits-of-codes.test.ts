/** Who holds a session, or sits in the office, sends no flood of codes to a phone and guesses none by asking again and again. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { FAILED_CODES, TRIES_AT_CODE, WITHDRAWAL_CODES } from '#platform/limits.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { walletCalls } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const { cashier, withMoney, ask, codeOf } = await walletCalls(app);

const takeBack = (as: Person, withdrawalId: string) =>
  app.call(contract.takeBackWithdrawal, { as, body: { withdrawalId } });
const confirm = (as: Person, withdrawalId: string, code: string) =>
  app.codeOf(contract.confirmWithdrawal, { as, body: { withdrawalId, code } });

test('codes to one phone end for the day, also if each withdrawal is taken back, also if the office asks', async () => {
  const as = await withMoney(5_000_00);
  for (let n = 0; n < WITHDRAWAL_CODES.points; n += 1) await takeBack(as, (await ask(as, 500_00)).id);
  const body = { amountMinor: minor(500_00), wanted: 'CASH' as const };
  const refusal = await app.refused(contract.withdrawOwn, { as, body });
  expect([refusal.code, refusal.params]).toEqual([
    'common.too_many_requests',
    { seconds: WITHDRAWAL_CODES.seconds },
  ]);
  const byOffice = { as: cashier, body: { ...body, consumerId: String(as.consumerId) } };
  expect(await app.codeOf(contract.withdrawForConsumer, byOffice)).toBe('common.too_many_requests');
  // Another phone has a count of its own.
  await ask(await withMoney(1_000_00), 500_00);
  await execute(app.owner.db, sql`alter table wallet.withdrawals disable trigger user`);
  await execute(
    app.owner.db,
    sql`update wallet.withdrawals set asked_at = asked_at - make_interval(secs => ${WITHDRAWAL_CODES.seconds})`,
  );
  expect((await ask(as, 500_00)).state).toBe('REQUESTED');
});

test('wrong codes of a phone count together over all its withdrawals; a right one is taken off', async () => {
  const as = await withMoney(5_000_00);
  const right = await ask(as, 500_00);
  expect(await confirm(as, right.id, await codeOf(right.id))).toBeUndefined();
  const guesses: (string | undefined)[] = [];
  for (let n = 0; n < FAILED_CODES.phone.points / TRIES_AT_CODE; n += 1) {
    const { id } = await ask(as, 500_00);
    for (let tried = 0; tried < TRIES_AT_CODE; tried += 1) guesses.push(await confirm(as, id, 'x'));
    await takeBack(as, id);
  }
  expect(new Set(guesses)).toEqual(new Set(['wallet.code_wrong', 'wallet.code_over']));
  const last = await ask(as, 500_00);
  expect(await confirm(as, last.id, await codeOf(last.id))).toBe('common.too_many_requests');
});
