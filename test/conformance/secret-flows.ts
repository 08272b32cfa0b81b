/** Flows of calls that make what opens something: links to files, orders at the bank, signing in outside, refused writes. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import * as intake from '#domains/applications/intake/contract.ts';
import { openDocument } from '#domains/applications/opening/contract.ts';
import { claimConsumer } from '#domains/consumers/claim/contract.ts';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { agreeClaim, listOwnClaims, sendClaimCode } from '#domains/consumers/claim/waiting/contract.ts';
import { getConsumer } from '#domains/consumers/contract.ts';
import * as identity from '#domains/identity/contract.ts';
import { uploadFile } from '#domains/identity/files/contract.ts';
import * as provider from '#domains/identity/provider/contract.ts';
import * as ownSession from '#domains/identity/session/contract.ts';
import * as users from '#domains/identity/users/contract.ts';
import { acceptInvitation, inviteToConnection } from '#domains/meters/sharing/contract.ts';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import { openPaper } from '#domains/ownership/contract.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import { agree } from '#domains/ownership/steps/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { openOrder } from '#domains/payments/gateway/contract.ts';
import { sandboxKey } from '#domains/payments/sandbox/bank.ts';
import { resealSecrets } from '#domains/settings/senders/actions/save-sender.ts';
import { openAttachment } from '#domains/support/contract.ts';
import { makeDesk } from '#domains/support/factory-calls.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { openPhoto, photoLinks } from '#domains/work-orders/photos/contract.ts';
import { addPhoto, estimateOrder, sendPayLink, takeOrder } from '#domains/work-orders/steps/contract.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Person, TestApp } from '#test/app.ts';
import { startProvider } from '#test/open-id-provider.ts';

export type Means = {
  app: TestApp;
  /** The program whose log is read. */
  speaking: Awaited<ReturnType<TestApp['another']>>;
  keep: (name: string, secret: string) => string;
};

/** A link opens by its signature. */
export const signatureOf = (link: string | null | undefined) =>
  new URLSearchParams(String(link).split('?')[1]).get('signature') ?? '';

export const picture = () =>
  sharp({ create: { width: 320, height: 320, channels: 3, background: '#4466f2' } })
    .png()
    .toBuffer();

async function send({ speaking }: Means, endpoint: Endpoint, as: Person): Promise<Record<string, string>> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture())]), 'me.png');
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await speaking.server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${endpoint.path}`,
    headers: {
      authorization: `Bearer ${as.idToken}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 200]);
  return answer.json<{ data: Record<string, string> }>().data;
}

/** The code of an invitation to a connection: sent, tried wrongly, accepted, and accepted again. */
export async function invitationFlow({ app, speaking, keep }: Means): Promise<void> {
  const [holder, guest] = [await app.consumer('Holder'), await app.consumer('Guest')];
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(holder.consumerId) }),
  );
  const { phoneOf, codeTo } = sharingOf(app);
  const phone = await phoneOf(guest);
  const body = { connectionId, name: 'Guest', phone, email: 'guest@secrets.test', mayPay: true };
  await speaking.call(inviteToConnection, { as: holder, body });
  const code = keep('code of an invitation', await codeTo(phone));
  await speaking.refused(acceptInvitation, { as: holder, body: { code } });
  for (const _ of ['once', 'again']) await speaking.call(acceptInvitation, { as: guest, body: { code } });
}

/** The code of a claim: sent to the phone of the register, tried wrongly, typed in by the claimant. */
export async function claimFlow({ app, speaking, keep }: Means): Promise<void> {
  const { household, newPhone, codeAt } = townOf(app);
  const home = await household(newPhone());
  const claimant = await app.consumer('Claimant');
  const body = { customerNumber: home.connection.number, evidence: home.connection.meterNumber };
  await speaking.call(claimConsumer, { as: claimant, body });
  const [waiting] = (await speaking.call(listOwnClaims, { as: claimant })).items;
  const id = String(waiting?.id);
  keep('first code of a claim', await codeAt(home.phone));
  await speaking.call(sendClaimCode, { as: claimant, body: { id } });
  const code = keep('code of a claim', await codeAt(home.phone));
  await speaking.refused(agreeClaim, { as: claimant, body: { id, code: `${code}1` } });
  await speaking.call(agreeClaim, { as: claimant, body: { id, code } });
}

/** The codes of both owners of a connection that changes hands, and the link to a paper of it. */
export async function ownershipFlow({ app, speaking, keep }: Means): Promise<void> {
  const office = await makeOffice(app);
  const { id: requestId } = await office.request();
  for (const side of ['PRESENT', 'NEW'] as const) {
    const code = keep(`code of the ${side} owner`, await office.codeOf(requestId, side));
    await speaking.refused(agree, { as: office.clerk, body: { requestId, side, code: `${code}1` } });
    await speaking.call(agree, { as: office.clerk, body: { requestId, side, code } });
  }
  const { data } = await office.addPaper(requestId, 'deed_paper');
  const { url } = await speaking.call(openPaper, { as: office.clerk, query: { documentId: data.id } });
  keep('link of a paper', signatureOf(url));
}

/** The link to a photo of a work order. */
export async function workOrderFlow({ app, speaking, keep }: Means): Promise<void> {
  const yard = await makeYard(app);
  const { id: orderId } = await yard.order();
  const { data } = await app.sendFile(addPhoto, {
    ...{ as: yard.clerk, content: await picture(), name: 'leak.png' },
    query: { orderId, moment: 'REQUEST' },
  });
  const { url } = await speaking.call(openPhoto, { as: yard.clerk, query: { photoId: data.id } });
  keep('link of a photo', signatureOf(url));
  const { items } = await speaking.call(photoLinks, { as: yard.clerk, query: { orderId } });
  keep('link of a picture', signatureOf(String(items[0]?.url)));
  // The link to pay its charge.
  await yard.step(takeOrder, yard.clerk, orderId);
  await yard.step(estimateOrder, yard.clerk, orderId, { labourMinor: 50_000, charged: true, materials: [] });
  const cashier = await app.staff('cashier');
  const { version } = await yard.at(orderId);
  await speaking.call(sendPayLink, { as: cashier, body: { orderId, version } });
  const { code } = await one<{ code: string }>(
    app.db,
    sql`select substring(m.body from '#(.*)$') as code from platform.outbox m join payments.links l on m.event = 'payments.link:' || l.id
      where l.work_order_id = ${orderId} limit 1`,
  );
  keep('link to pay', code);
}

/** The link to an attachment of a ticket. */
export async function ticketFlow({ app, speaking, keep }: Means): Promise<void> {
  const desk = await makeDesk(app);
  const { person: as } = desk.home;
  const { data } = await app.sendFile(uploadFile, { as, content: await picture(), name: 'leak.png' });
  const { id: ticketId } = await desk.ticket({ more: { files: [data.id] } });
  const [message] = (await desk.see(as, ticketId)).messages;
  const attachmentId = String(message?.attachments[0]?.id);
  const { url } = await speaking.call(openAttachment, { as, query: { attachmentId } });
  keep('link of an attachment', signatureOf(url));
}

/** Links to pictures and documents; each is used, rightly and with a part missing. */
export async function fileFlows(means: Means): Promise<void> {
  const { app, speaking, keep } = means;
  const links = new Map<string, string | null | undefined>();
  const [reviewer, consumer] = [await app.staff('reviewer'), await app.consumer()];
  await makeApplication(app, { upTo: 'PENDING', consumerId: String(consumer.consumerId) });
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select d.id from applications.documents d join applications.applications a on a.id = d.application_id
      where a.consumer_id = ${consumer.consumerId} limit 1`,
  );
  const { application } = await one<{ application: string }>(
    app.db,
    sql`select application_id as application from applications.documents where id = ${id}`,
  );
  const opened = await speaking.call(openDocument, { as: reviewer, query: { documentId: id } });
  links.set('link of a document', opened.url);
  const own = await speaking.call(intake.documentLinks, {
    as: consumer,
    query: { applicationId: application },
  });
  links.set('link of an own document', own.items[1]?.url);
  links.set('link of an upload', (await send(means, uploadFile, reviewer)).link);
  for (const [name, person] of [
    ['a photo', reviewer],
    ['a consumer’s photo', consumer],
  ] as const) {
    await send(means, identity.updateUserImage, person);
    const { profile } = await speaking.call(ownSession.getProfile, { as: person });
    links.set(`link of ${name}`, profile.imageLink);
  }
  const admin = await app.staff('admin');
  const listed = await speaking.call(users.getUser, { as: admin, params: { id: String(reviewer.userId) } });
  links.set('link of a photo in a list', listed.imageLink);
  const record = await speaking.call(getConsumer, {
    as: reviewer,
    params: { id: String(consumer.consumerId) },
  });
  links.set('link of a photo of a record', record.account?.imageLink);
  for (const [name, link] of links) {
    keep(name, signatureOf(link));
    expect([name, (await speaking.server.inject(String(link))).statusCode]).toEqual([name, 200]);
    await speaking.server.inject(`${link}x`);
  }
}

/** An order at the bank, whose page opens with the session's number. */
export async function bankFlows({ app, speaking, keep }: Means): Promise<void> {
  const consumer = await app.consumer();
  const { connectionId } = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(consumer.consumerId), months: 1 }),
  );
  const tender = { method: 'GATEWAY' as const };
  const { id: paymentId } = await speaking.call(makePayment, {
    as: consumer,
    body: { connectionId, amountMinor: 5000, tender },
  });
  const order = await speaking.call(openOrder, { as: consumer, body: { paymentId } });
  keep('session at the bank', /SESSIONID=(\w+)/.exec(String(order.bankUrl))?.[1] ?? '');
  const key = sandboxKey(app.platform.secrets.pepper);
  keep('key of the bank', key.toString('base64url'));
  keep('key of the bank in digits', key.toString('hex'));
}

/** Signing in at an outside provider, joined by password. */
export async function providerFlows({ app, speaking, keep }: Means, stop: (end: () => unknown) => void) {
  const returnTo = `${app.platform.publicUrl}${provider.RETURN_PATH}`;
  const outside = await startProvider({ returnTo });
  stop(() => outside.stop());
  keep('secret at the provider', outside.secret);
  const signInProvider = {
    issuer: outside.issuer,
    clientId: 'jolkol',
    clientSecret: outside.secret,
    name: 'City ID',
  };
  const { call } = await app.another({ log: speaking.server.log as never, signInProvider });
  app.clock.set(new Date().toISOString());
  const clerk = await app.staff('cashier');
  const email = 'clerk-outside@city.test';
  await execute(app.db, sql`update identity.users set email = ${email} where id = ${clerk.userId}`);
  const started = await call(provider.beginProvider, {});
  keep('flow to the provider', started.flow);
  const asked = new URL(started.address).searchParams;
  keep('state for the provider', asked.get('state') ?? '');
  keep('nonce for the provider', asked.get('nonce') ?? '');
  const answer = await outside.signIn(started.address, { subject: 'clerk', email, verified: true });
  keep('code of the provider', new URL(answer, 'http://x').searchParams.get('code') ?? answer);
  const finished = await call(provider.finishProvider, { body: { flow: started.flow, answer } });
  if (!('challenge' in finished)) throw new Error('signed in without having joined');
  const challenge = keep('challenge after the provider', finished.challenge.token);
  await call(provider.joinProvider, { body: { challenge, password: clerk.password } });
}

/** Writes that the database refuses with secrets in the call: what is logged of them is an error with its parts. */
export async function failingFlows({ app, speaking, keep }: Means): Promise<void> {
  const cashier = await app.staff('cashier');
  const password = keep('password of a failed call', 'kash-bon-jochna-5');
  await execute(app.owner.db, sql`revoke insert on platform.audit from jolkol_app`);
  try {
    const refusal = await speaking.refused(identity.changePassword, {
      as: cashier,
      body: { oldPassword: cashier.password, password },
      headers: { 'idempotency-key': 'secrets-1' },
    });
    expect(refusal.status).toBe(500);
  } finally {
    await execute(app.owner.db, sql`grant insert on platform.audit to jolkol_app`);
  }
}

/** The program starts with a new first key: kept secrets are sealed again. */
export async function resealFlow({ app }: Means): Promise<void> {
  const { vault: keys = [] } = app.platform.secrets;
  const next = { id: 'next', key: Buffer.alloc(32, 7).toString('base64url') };
  const vault = makeVault({ ...app.platform.secrets, vault: [next, ...keys] });
  expect(await transaction(app.db, (tx) => resealSecrets(tx, app.system(), vault))).toBe(1);
}
