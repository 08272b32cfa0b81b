/** Texts of everybody and of the staff in one dictionary. */
import { expect, test } from 'vitest';
import { joinTexts } from './join-texts.ts';

test('a group that both have gets the texts of both; the staff’s word counts, and neither is changed', () => {
  const own = { title: 'Pay', errors: { late: 'Too late', early: 'Too early' }, states: { PAID: 'Paid' } };
  const staff = {
    title: 'Take',
    errors: { late: 'After the day', twice: 'Twice' },
    refunds: { title: 'Refunds' },
  };
  expect(joinTexts(own, staff)).toEqual({
    title: 'Take',
    errors: { late: 'After the day', early: 'Too early', twice: 'Twice' },
    states: { PAID: 'Paid' },
    refunds: { title: 'Refunds' },
  });
  expect(own.errors).toEqual({ late: 'Too late', early: 'Too early' });
});
