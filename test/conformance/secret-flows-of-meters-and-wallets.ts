/** What opens something, of meters, disputes, leaks and wallets: links to photos, and the code of a withdrawal. */
import { disputeOwnBill, openDisputePhoto } from '#domains/billing/disputes/contract.ts';
import { openLeakProof } from '#domains/billing/leaks/contract.ts';
import { insertLeak } from '#domains/billing/leaks/factory.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { askChange, getMeterChange } from '#domains/meters/changes/contract.ts';
import { makeChanges } from '#domains/meters/changes/factory-changes.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { openOwnPhoto, sendOwnReading } from '#domains/meters/own/contract.ts';
import { addVisitPhoto, noteUnread, openVisitPhoto } from '#domains/meters/visits/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { confirmWithdrawal, sendWithdrawalCode, withdrawOwn } from '#domains/wallet/withdrawals/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { type Means, picture, signatureOf } from './secret-flows.ts';

/** The links to the photo of a change of meter and of a visit. */
async function meterFlow({ app, speaking, keep }: Means): Promise<void> {
  const { installer, reviewer, connect, noted } = await makeChanges(app);
  const content = await picture();
  const { data } = await app.sendFile(uploadFile, { as: installer, content, name: 'register.png' });
  const connection = await connect([]);
  const body = { ...(await noted(connection)), finalLitres: 1_000, photoId: data.id };
  const { id } = await speaking.call(askChange, { as: installer, body });
  const { papers } = await speaking.call(getMeterChange, { as: reviewer, params: { id } });
  keep('link of the photo of a change', signatureOf(papers[0]?.url));
  const reader = await app.staff('reader');
  const { meterId } = await one<{ meterId: string }>(
    app.db,
    sql`select meter_id as "meterId" from meters.assignments where connection_id = ${connection.id}`,
  );
  const visit = { id: crypto.randomUUID(), at: app.clock.now().toISOString(), place: null };
  const unread = { meterId, period: '2026-10-01', visit, reason: 'LOCKED' as const };
  await speaking.call(noteUnread, { as: reader, body: unread });
  const query = { visitId: visit.id };
  await app.sendFile(addVisitPhoto, { as: reader, content, name: 'meter.png', query });
  const { url } = await speaking.call(openVisitPhoto, { as: reader, query });
  keep('link of the photo of a visit', signatureOf(url));
}

/** The link to the photo that a household sent with its own figure. */
async function ownReadingFlow({ app, speaking, keep }: Means): Promise<void> {
  const household = await app.consumer();
  const consumerId = String(household.consumerId);
  const { id } = await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId }));
  await execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('estimates', '{"ownFromDay": 25, "ownToDay": 20}')
      on conflict (key) do update set value = entries.value || excluded.value`,
  );
  const content = await picture();
  const { data } = await app.sendFile(uploadFile, { as: household, content, name: 'own.png' });
  const query = { connectionId: id, period: addMonths(firstOfMonth(app.system().today), -1) };
  const body = { ...query, registerLitres: 20_000, photoId: data.id, unusual: true };
  await speaking.call(sendOwnReading, { as: household, body });
  const { url } = await speaking.call(openOwnPhoto, { as: household, query });
  keep('link of the photo of an own figure', signatureOf(url));
}

/** The link to the photo of a dispute. */
async function disputeFlow({ app, speaking, keep }: Means): Promise<void> {
  const household = await app.consumer();
  const { invoices } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(household.consumerId) }),
  );
  const content = await picture();
  const { data } = await app.sendFile(uploadFile, { as: household, content, name: 'my-meter.png' });
  const words = { reason: 'READING_WRONG' as const, words: 'The meter shows less', photoId: data.id };
  const body = { ...words, invoiceId: String(invoices[0]?.id) };
  const { id } = await speaking.call(disputeOwnBill, { as: household, body });
  const { url } = await speaking.call(openDisputePhoto, { as: await app.staff('engineer'), params: { id } });
  keep('link of the photo of a dispute', signatureOf(url));
}

/** The link to the proof of a leak. */
async function leakFlow({ app, speaking, keep }: Means): Promise<void> {
  const household = await app.consumer();
  const { invoices } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(household.consumerId) }),
  );
  const content = await picture();
  const { data } = await app.sendFile(uploadFile, { as: household, content, name: 'my-pipe.png' });
  const id = await insertLeak(app, String(invoices[0]?.id), 'The pipe was broken', data.id);
  const { url } = await speaking.call(openLeakProof, { as: household, params: { id } });
  keep('link of the proof of a leak', signatureOf(url));
}

/** The code of a withdrawal: sent, tried wrongly, typed in. */
async function walletFlow({ app, speaking, keep }: Means): Promise<void> {
  const { withMoney, codeOf } = await walletCalls(app);
  const as = await withMoney(100_000);
  const wish = { amountMinor: minor(50_000), wanted: 'CASH' as const };
  const { id: withdrawalId } = await speaking.call(withdrawOwn, { as, body: wish });
  keep('first code of a withdrawal', await codeOf(withdrawalId));
  await speaking.call(sendWithdrawalCode, { as, body: { withdrawalId } });
  const code = keep('code of a withdrawal', await codeOf(withdrawalId));
  await speaking.refused(confirmWithdrawal, { as, body: { withdrawalId, code: `${code}1` } });
  await speaking.call(confirmWithdrawal, { as, body: { withdrawalId, code } });
}

export async function meterAndWalletFlows(means: Means): Promise<void> {
  await meterFlow(means);
  await ownReadingFlow(means);
  await disputeFlow(means);
  await leakFlow(means);
  await walletFlow(means);
}
