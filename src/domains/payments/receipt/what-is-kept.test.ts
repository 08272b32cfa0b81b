/** What a receipt says of money that paid no bill: the next bill uses it, or, after the last bill of a closed account, it goes back. */
import { afterAll, expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';

const app = await testApp();
afterAll(closePdf);
const as = await app.staff('cashier');

test('of an open connection, and of one whose last bill was made', async () => {
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const body = {
    connectionId,
    amountMinor: 11_500 + 200,
    tender: { method: 'CASH' as const },
    unusual: true,
  };
  const { id } = await app.call(contract.makePayment, { as, body });
  const printed = async () => {
    const answer = await app.server.inject({
      method: 'GET',
      url: `/api/billing${contract.paymentReceipt.path.replace('{id}', id)}`,
      query: { language: 'en' },
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    return textOfPdf(answer.rawPayload).replace(/\s+/g, ' ');
  };
  expect(await printed()).toContain('Kept as advance for the next bill');
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = connected_on + 1 where id = ${connectionId}`,
  );
  expect(await printed()).toContain('Kept until it is paid back');
});
