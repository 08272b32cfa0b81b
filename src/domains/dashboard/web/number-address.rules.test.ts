/** The address in an SMS leads to the very record. */
import { expect, test } from 'vitest';
import { addressOf } from './number-address.rules.ts';

const found = (source: string, exact = true) => [{ source, items: [{ id: 'x', exact }] }];

test('a number leads to the page of its record', () => {
  expect(addressOf(found('ownership'))).toBe('/owner-change-request-list/x');
  expect(addressOf(found('work-orders'))).toBe('/work-order-list/x');
  expect(addressOf(found('applications'))).toBe('/customer/new-connections/x');
});

test('what only begins like the number, and a record without such a page, leads nowhere', () => {
  expect(addressOf(found('ownership', false))).toBeNull();
  expect(addressOf(found('invoices'))).toBeNull();
  expect(addressOf([])).toBeNull();
});
