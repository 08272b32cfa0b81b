import { expect, test } from 'vitest';
import { readTexts } from './texts.ts';

test('every Bengali text of the screens is listed beside its English one', async () => {
  const found = await readTexts();
  const all = [...found.values()].flat();
  expect([...found.keys()]).toContain('src/domains/billing/web/bn-staff.ts');
  expect(all.length).toBeGreaterThan(2000);
  expect(all.filter(({ english }) => !english)).toEqual([]);
  expect(found.get('src/domains/payments/web/bn.ts')).toContainEqual({
    key: 'pay.amount',
    bengali: 'টাকার পরিমাণ',
    english: 'Amount to pay',
  });
});
