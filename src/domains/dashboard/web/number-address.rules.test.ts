/** The address in an SMS leads to the very record. */
import { expect, test } from 'vitest';
import { addressOf } from './number-address.rules.ts';

const found = (source: string, exact = true) => [{ source, items: [{ id: 'x', exact }] }];

test('a number leads to the page of its record', () => {
  expect(addressOf(found('ownership'))).toEqual({ path: '/owner-change-request-list/x', query: {} });
  expect(addressOf(found('work-orders'))).toEqual({ path: '/work-order-list/x', query: {} });
  expect(addressOf(found('categories-by-date'))).toEqual({ path: '/billing/categories/x', query: {} });
  expect(addressOf(found('payment-plans'))).toEqual({ path: '/billing/payment-plans/x', query: {} });
  expect(addressOf(found('applications'))).toEqual({ path: '/customer/new-connections/x', query: {} });
  expect(addressOf(found('connections'))).toEqual({ path: '/pay', query: { connectionId: 'x' } });
});

test('what only begins like the number, and a record without such a page, leads nowhere', () => {
  expect(addressOf(found('ownership', false))).toBeNull();
  expect(addressOf(found('invoices'))).toBeNull();
  expect(addressOf([])).toBeNull();
});
