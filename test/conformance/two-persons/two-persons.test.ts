/**
 * Every act that needs two people can be finished by the roles as they are shipped: two different roles, so that an
 * installation with one administrator and one person of another role can do it. The acts are found by the database's own
 * constraints: one that is not listed here fails.
 */
import { describe, expect, test } from 'vitest';
import * as payments from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { BUILT_IN_ROLES, type BuiltInRole, type Permission } from '#shared/permissions.ts';
import { firstGrants } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { ACTS, type Step } from './two-person-acts.ts';

const app = await testApp();

function wordOf(step: Step): Permission {
  if (typeof step === 'string') return step;
  if (!('permission' in step.access)) throw new Error(`${step.path} asks for no single word`);
  return step.access.permission;
}

const holders = (word: Permission): BuiltInRole[] =>
  BUILT_IN_ROLES.filter((role) => role !== 'consumer' && firstGrants(allWords, role).includes(word));

describe('two people of the shipped roles finish', () => {
  for (const [name, { steps }] of Object.entries(ACTS)) {
    test(name, () => {
      const [first = [], second = []] = steps.map((step) => holders(wordOf(step)));
      const pairs = first.flatMap((role) =>
        second.filter((other) => other !== role).map((other) => [role, other]),
      );
      expect(pairs, `only ${first.join(', ')} and ${second.join(', ')}`).not.toEqual([]);
    });
  }
});

test('every constraint of two persons that the database has is an act here', async () => {
  const found = await all<{ name: string }>(
    app.owner.db,
    sql`select distinct conname as name from pg_constraint
      where conname ~ '(two_persons|second_person|two_approvers|payer_check)$'`,
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(Object.values(ACTS).map(({ constraint }) => constraint))].toSorted(),
  );
});

test('a reversal above the limit: a reviewer asks, an administrator decides', async () => {
  const [cashier, reviewer, admin] = [
    await app.staff('cashier'),
    await app.staff('reviewer'),
    await app.staff('admin'),
  ];
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const paid = await app.call(payments.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor: 6_000_00, tender: { method: 'CASH' }, unusual: true },
  });
  const asked = await app.call(payments.reversePayment, {
    as: reviewer,
    body: { paymentId: paid.id, reason: 'wrong connection' },
  });
  const body = { reversalId: String(asked.reversal?.id), accept: true };
  expect((await app.refused(payments.decideReversal, { as: reviewer, body })).code).toBe(
    'payments.second_person',
  );
  expect((await app.call(payments.decideReversal, { as: admin, body })).state).toBe('REVERSED');
});
