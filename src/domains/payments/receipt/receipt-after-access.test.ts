/** A receipt is kept by who paid. What is still open of the connection is read by those only who see its bills today. */
import { afterAll, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { leaveConnection, withdrawAccess } from '#domains/meters/sharing/contract.ts';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import { transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from '../contract.ts';
import * as gateway from '../gateway/contract.ts';

const app = await testApp();
afterAll(closePdf);
const { share } = sharingOf(app);
const cashier = await app.staff('cashier');

/** The receipt of what a tenant paid of two bills, and the access by which they did. */
async function paidByTenant() {
  const [owner, tenant] = [await app.consumer('Rahima Khatun'), await app.consumer('Karim Uddin')];
  const { id: connectionId } = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), {
      ...{ consumerId: String(owner.consumerId), connectedOn: '2026-01-01', approve: true },
      readings: [['2026-10-01', '2026-10-31', 12_000]],
    }),
  );
  const [older] = [
    await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-09-01' })),
    await transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period: '2026-10-01' })),
  ];
  const accessId = await share({ holder: owner, guest: tenant, connectionId, mayPay: true });
  const { id } = await app.call(contract.makePayment, {
    as: tenant,
    body: { connectionId, amountMinor: older.totalMinor, tender: { method: 'GATEWAY' } },
  });
  const { bankUrl } = await app.call(gateway.openOrder, { as: tenant, body: { paymentId: id } });
  const address = new URL(bankUrl ?? '', 'http://x').searchParams;
  await app.server.inject({
    ...{ method: 'POST', url: '/sandbox-bank/pay' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ ORDERID: address.get('ORDERID') ?? '', SESSIONID: address.get('SESSIONID') ?? '' },
      ...{ decision: 'approve', manner: 'plain' },
    }).toString(),
  });
  await app.call(gateway.completeGatewayPayment, { as: tenant, body: { paymentId: id } });
  return { owner, tenant, accessId, id };
}

const REMAINING = /Still due/;
async function printed(id: string, as: Person): Promise<string> {
  const { statusCode, rawPayload } = await app.server.inject({
    url: `/api/billing${contract.paymentReceipt.path.replace('{id}', id)}?language=en`,
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  expect(statusCode).toBe(200);
  return textOfPdf(rawPayload).replace(/\s+/g, ' ');
}

test.each([
  ['the holder withdrew it', 'withdraw'],
  ['the tenant left', 'leave'],
] as const)('what is open today is not on the receipt of a tenant after %s', async (_what, how) => {
  const { owner, tenant, accessId, id } = await paidByTenant();
  expect(await printed(id, tenant)).toMatch(REMAINING);
  if (how === 'withdraw') await app.call(withdrawAccess, { as: owner, body: { id: accessId } });
  else await app.call(leaveConnection, { as: tenant, body: { id: accessId } });
  expect(await printed(id, tenant)).not.toMatch(REMAINING);
  for (const as of [owner, cashier]) expect(await printed(id, as)).toMatch(REMAINING);
});
