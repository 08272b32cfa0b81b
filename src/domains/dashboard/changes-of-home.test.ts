/** The first page of both owners of a running change: what it asks of each of them now, and nothing of it afterwards. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { askedOf } from '#domains/ownership/asked.rules.ts';
import { getRequest } from '#domains/ownership/contract.ts';
import { makeOffice } from '#domains/ownership/factory-calls.ts';
import type { OpenState } from '#domains/ownership/ownership.rules.ts';
import * as steps from '#domains/ownership/steps/contract.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import { consumerDashboard } from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
const changesOf = async (as: Person) => (await app.call(consumerDashboard, { as })).changes;

/** The seller asks; both have their code to give. */
async function asked() {
  const [seller, buyer] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const request = { by: seller, connection, phone: await phoneOf(buyer), withoutPapers: true };
  const { id } = await office.request(request);
  const both = async () => {
    const [ofSeller, ofBuyer] = [await changesOf(seller), await changesOf(buyer)];
    return [ofSeller.map((change) => change.asked), ofBuyer.map((change) => change.asked)];
  };
  return { seller, buyer, connection, id, both };
}

test('from the consent to the end, each of the two reads what is theirs to do', async () => {
  const { seller, buyer, connection, id, both } = await asked();
  const ofSeller = { id, side: 'PRESENT', connectionNumber: connection.number };
  expect(await changesOf(seller)).toMatchObject([{ ...ofSeller, asked: 'AGREE' }]);
  const code = await office.codeOf(id, 'PRESENT');
  await app.call(steps.agree, { as: seller, body: { requestId: id, side: 'PRESENT', code } });
  expect(await changesOf(seller)).toMatchObject([{ ...ofSeller, asked: 'OTHER_AGREES' }]);
  const [ofBuyer] = await changesOf(buyer);
  expect(ofBuyer).toMatchObject({ id, side: 'NEW', asked: 'AGREE' });
  expect(ofBuyer?.expiresOn).not.toBeNull();
  await office.agreeBoth(id);
  expect(await both()).toEqual([['PAPERS'], ['PAPERS']]);
  expect((await changesOf(buyer))[0]?.expiresOn).toBeNull();
  await office.addPaper(id, 'deed_paper', buyer);
  expect(await both()).toEqual([['PAPERS'], ['PAPERS']]);
  // Also what the other one brought counts.
  await office.addPaper(id, 'Applicant_nid_front', seller);
  expect(await both()).toEqual([['OFFICE'], ['OFFICE']]);
  const body = { ...(await office.at(id)), remark: 'The deed cannot be read' };
  await app.call(steps.returnRequest, { as: office.clerk, body });
  expect(await both()).toEqual([['CORRECT'], ['OTHER_CORRECTS']]);
  await office.sendAgain(id, seller);
  await app.call(steps.verifyPapers, { as: office.clerk, body: await office.at(id) });
  expect(await both()).toEqual([['OFFICE'], ['OFFICE']]);
  await office.read(id);
  expect(await both()).toEqual([['OFFICE'], ['OFFICE']]);
  await office.accept(id);
  expect(await both()).toEqual([[], []]);
});

test('a neighbour reads nothing of it; of two changes the one that asks for something comes first', async () => {
  const { buyer } = await asked();
  const other = await office.request({ upTo: 'CONSENTED', phone: await phoneOf(buyer) });
  await office.addPaper(other.id, 'deed_paper');
  await office.addPaper(other.id, 'Applicant_nid_front');
  const third = await office.request({ phone: await phoneOf(buyer) });
  expect((await changesOf(buyer)).map((change) => change.asked)).toEqual(['AGREE', 'AGREE', 'OFFICE']);
  expect((await changesOf(buyer))[1]?.id).toBe(third.id);
  expect(await changesOf(await app.consumer('Salma'))).toEqual([]);
});

test('which papers there are is told to the two owners only', async () => {
  const { seller, id } = await asked();
  await office.addPaper(id, 'deed_paper');
  const kindsFor = (as: Person) =>
    transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(as));
      return (await one<{ kinds: string[] }>(tx, sql`select ownership.paper_kinds(${id}) as kinds`)).kinds;
    });
  expect(await kindsFor(seller)).toEqual(['deed_paper']);
  expect(await kindsFor(await app.consumer('Salma'))).toEqual([]);
});

test('open bills: the seller reads from the request on what they pay first, the buyer only that it waits', async () => {
  const { seller, buyer, connection, id } = await asked();
  const phone = await phoneOf(seller);
  const told = async () =>
    (
      await all<{ body: string }>(
        app.owner.db,
        sql`select body from platform.outbox where recipient = ${phone} and event like 'ownership.duesFirst:%' order by id`,
      )
    ).map(({ body }) => body);
  await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId: connection.id, period: '2026-09-01' }),
  );
  const ofBoth = async () => {
    const [[own], [other]] = [await changesOf(seller), await changesOf(buyer)];
    const page = async (as: Person) => {
      const { asked: what, openMinor } = await app.call(getRequest, { as, query: { requestId: id } });
      return [what, openMinor];
    };
    // The page says the same.
    expect([await page(seller), await page(buyer)]).toEqual([
      [own?.asked, 11_500],
      [other?.asked, null],
    ]);
    return [own?.asked, own?.duesMinor, other?.asked, other?.duesMinor];
  };
  expect(await ofBoth()).toEqual(['AGREE', 11_500, 'AGREE', 0]);
  const code = await office.codeOf(id, 'PRESENT');
  await app.call(steps.agree, { as: seller, body: { requestId: id, side: 'PRESENT', code } });
  expect(await ofBoth()).toEqual(['PAY', 11_500, 'AGREE', 0]);
  await office.agreeBoth(id);
  expect(await ofBoth()).toEqual(['PAPERS', 11_500, 'PAPERS', 0]);
  expect(await told()).toEqual([]);
  await office.verify(id);
  expect(await ofBoth()).toEqual(['PAY', 11_500, 'OTHER_PAYS', 0]);
  const [first] = await told();
  expect(first).toMatch(/Tk 115 .*portal\.test\/n\/93/);
  // What the new owner takes over is not asked of the seller.
  await office.read(id, { liabilityMinor: 4_000 });
  expect(await ofBoth()).toEqual(['PAY', 7_500, 'OTHER_PAYS', 0]);
  expect((await told()).length).toBe(2);
  await office.read(id, { liabilityMinor: 4_000 });
  expect((await told()).length).toBe(2);
  await office.read(id, { liabilityMinor: 11_500 });
  expect(await ofBoth()).toEqual(['OFFICE', 0, 'OFFICE', 0]);
  expect((await told()).length).toBe(2);
});

test('that bills are open is told to the two owners only', async () => {
  const { seller, connection, id } = await asked();
  await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId: connection.id, period: '2026-09-01' }),
  );
  const duesFor = (as: Person) =>
    transaction(app.db, async (tx) => {
      await asConsumer(tx, app.actorOf(as));
      return (await one<{ has: boolean }>(tx, sql`select ownership.has_dues(${id}) as has`)).has;
    });
  expect([await duesFor(seller), await duesFor(await app.consumer('Salma'))]).toEqual([true, false]);
});

test('the seller reads how many papers of the other one are there, and not that there are none', async () => {
  const { seller, buyer, id } = await asked();
  const papers = async (as: Person) => {
    const { documents, hiddenPapers } = await app.call(getRequest, { as, query: { requestId: id } });
    return [documents.length, hiddenPapers];
  };
  expect([await papers(seller), await papers(buyer)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await office.addPaper(id, 'deed_paper', buyer);
  expect([await papers(seller), await papers(buyer), await papers(office.clerk)]).toEqual([
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
});

test('no papers are asked for before both have agreed', () => {
  const running = {
    state: 'REQUESTED',
    hasAgreed: true,
    isAsker: true,
    lacksPapers: true,
    side: 'NEW',
    hasDues: false,
  } as const;
  expect(askedOf(running)).toBe('OTHER_AGREES');
  expect(askedOf({ ...running, state: 'DOCS_VERIFIED' })).toBe('OFFICE');
});

test('while others are waited for, the seller pays; the buyer hears of it when nothing else is left', () => {
  const running = { hasAgreed: true, isAsker: false, lacksPapers: false, hasDues: true } as const;
  const of = (state: OpenState) => [
    askedOf({ ...running, state, side: 'PRESENT' }),
    askedOf({ ...running, state, side: 'NEW' }),
  ];
  expect(of('REQUESTED')).toEqual(['PAY', 'OTHER_AGREES']);
  expect(of('CONSENTED')).toEqual(['PAY', 'OFFICE']);
  expect(of('RECORRECTION')).toEqual(['PAY', 'OTHER_CORRECTS']);
  expect(of('DOCS_VERIFIED')).toEqual(['PAY', 'OTHER_PAYS']);
  expect(of('READY_TO_APPROVE')).toEqual(['PAY', 'OTHER_PAYS']);
  // What only they can do comes first.
  expect(askedOf({ ...running, state: 'REQUESTED', hasAgreed: false, side: 'PRESENT' })).toBe('AGREE');
});
