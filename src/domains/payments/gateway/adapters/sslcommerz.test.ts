/** The hash of SSLCOMMERZ's own call: over what it must be over, with our password, and nothing else. */
import { expect, test } from 'vitest';
import { sslcommerz, sslcommerzHash } from './sslcommerz.ts';

const PASSWORD = 'store-password';
const gateway = sslcommerz({
  ...{ url: 'https://x.test', storeId: 'shop', storePassword: PASSWORD, hosts: [] },
  wire: () => Promise.reject(new Error('not asked')),
});
const fields = {
  ...{ status: 'VALID', tran_id: 'JK1', val_id: 'V', amount: '115.00', currency: 'BDT', store_id: 'shop' },
  verify_key: 'amount,currency,status,store_id,tran_id,val_id',
};
const read = (own: Record<string, string>, password = PASSWORD) =>
  gateway.readCallback?.(
    new URLSearchParams({ ...own, verify_sign: sslcommerzHash(own, password) }).toString(),
    '',
  );

test('the hash of the published rule: names in order, the hash of the password among them', () => {
  // md5 of amount=115.00&currency=BDT&status=VALID&store_id=shop&store_passwd=<md5 of the password>&tran_id=JK1&val_id=V
  expect(sslcommerzHash(fields, PASSWORD)).toBe('fd559fd5590f659cea566d2b29e778d9');
  expect(read(fields)).toEqual({ orderId: 'JK1', merchantId: 'shop', amountMinor: 11_500, currency: '050' });
});

test('another password, a changed field, a field that is not under the hash, an amount that is none: nothing', () => {
  expect(read(fields, 'other')).toBeUndefined();
  const signed = new URLSearchParams({ ...fields, verify_sign: sslcommerzHash(fields, PASSWORD) });
  signed.set('amount', '1.00');
  expect(gateway.readCallback?.(signed.toString(), '')).toBeUndefined();
  for (const left of ['status', 'tran_id', 'amount', 'currency', 'store_id']) {
    const verify_key = fields.verify_key
      .split(',')
      .filter((name) => name !== left)
      .join(',');
    expect([left, read({ ...fields, verify_key })]).toEqual([left, undefined]);
  }
  expect(read({ ...fields, amount: 'much' })).toBeUndefined();
  expect(gateway.readCallback?.('', '')).toBeUndefined();
});

test('another currency was asked for than taka', () => {
  const own = { ...fields, currency_type: 'USD' };
  expect(read(own)).toMatchObject({ currency: 'USD' });
  expect(read({ ...fields, currency: 'USD' })).toMatchObject({ currency: 'USD' });
});
