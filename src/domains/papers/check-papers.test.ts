/** What the public page tells of each kind of paper, and that nothing else leaves: without a session, over HTTP. */
import { afterAll, describe, expect, test } from 'vitest';
import { updateState } from '#domains/applications/contract.ts';
import { demandNotePdf } from '#domains/applications/demand-note/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { acknowledgementPdf } from '#domains/applications/intake/contract.ts';
import { letterPdf } from '#domains/applications/letter/contract.ts';
import { certificatePdf, nocLetterPdf } from '#domains/applications/papers/contract.ts';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { invoiceDetail, invoicePdf } from '#domains/billing/invoices/contract.ts';
import { resetPassword } from '#domains/identity/users/contract.ts';
import { makePayment, paymentReceipt, reversePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { formatsOfPapers } from '#shared/format.ts';
import { testApp } from '#test/app.ts';
import { pagesOfPdf, textOfPdf } from '#test/read-pdf.ts';
import { at } from '#test/zone.ts';
import { checkPaper } from './contract.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
let admin = await app.staff('admin');
afterAll(closePdf);

/** A day later nobody is signed in any more. */
async function nextDay() {
  app.clock.advance(86_400);
  admin = await app.staff('admin');
}

const NAMES = { name: 'Anwara Begum', nameBn: 'আনোয়ারা বেগম' };
const COVERED = { holder: 'A•••a B•••m', holderBn: 'আ•••রা বে•••' };

async function print(endpoint: Endpoint, id: string, query: Record<string, string> = {}) {
  const answer = await app.server.inject({
    url: `/api/${endpoint.service}${endpoint.path.replace('{id}', id)}`,
    query,
    headers: { authorization: `Bearer ${admin.idToken}` },
  });
  expect([endpoint.path, answer.statusCode]).toEqual([endpoint.path, 200]);
  const text = textOfPdf(answer.rawPayload);
  const code = /\b([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(text)?.[1] ?? '';
  return { text, code, pages: pagesOfPdf(answer.rawPayload) };
}

/** What a paper that counts no more says, in both languages, also if only one of them was asked for. */
const endings = (day: string) =>
  (['bn', 'en'] as const).map((language) => {
    const shown = formatsOfPapers({ language, bengaliDigits: true }).day(day);
    return (language === 'bn' ? `${shown} থেকে আর কার্যকর নয়` : `No longer in force since ${shown}`).normalize(
      'NFC',
    );
  });
const ENDED = new RegExp(
  '[০-৯]+ \\S+ [০-৯]+ থেকে আর কার্যকর নয়|No longer in force since \\d+ \\w+ \\d+'.normalize('NFC'),
  'gu',
);
const endingsIn = (text: string) =>
  (text.normalize('NFC').match(ENDED) ?? []).toSorted(
    (a, b) => Number(a.startsWith('No')) - Number(b.startsWith('No')),
  );

const check = (code: string, number?: string) =>
  app.call(checkPaper, { body: { code, ...(number ? { number } : {}) } });

async function connected() {
  const made = await makeApplication(app, { upTo: 'CONNECTED', ...NAMES });
  const facts = await one<
    Record<
      'number' | 'noc' | 'customer' | 'note' | 'noteId' | 'sector' | 'road' | 'plot' | 'dueOn' | 'meter',
      string
    >
  >(
    app.db,
    sql`select a.number, a.noc_number as noc, a.customer_number as customer, n.number as note, n.id as "noteId",
        s.number as sector, r.number as road, a.plot_number as plot, n.due_on as "dueOn",
        (select m.number from meters.meters m where m.id = a.meter_id) as meter
      from applications.applications a join applications.demand_notes n on n.application_id = a.id
      join settings.roads r on r.id = a.road_id join settings.sectors s on s.id = r.sector_id where a.id = ${made.id}`,
  );
  return { ...made, ...facts };
}

describe('each kind', () => {
  test('of an application says what is on the paper, in both languages and again', async () => {
    const { id, number, noc, customer, note, sector, road, plot, dueOn, meter } = await connected();
    await execute(
      app.owner.db,
      sql`update applications.applications set noc_valid_until = '2027-11-14' where id = ${id}`,
    );
    type Kind = [
      Endpoint,
      name: { en: string; bn: string },
      number: string,
      amount: number | null,
      facts: object,
    ];
    const kinds: Kind[] = [
      [acknowledgementPdf, { en: 'Acknowledgement slip', bn: 'প্রাপ্তিস্বীকারপত্র' }, number, null, {}],
      [
        ...([nocLetterPdf, { en: 'Letter of no objection', bn: 'অনাপত্তিপত্র' }, noc, null] as const),
        { application: number, validUntil: '2027-11-14' },
      ],
      [
        ...([letterPdf, { en: 'Connection letter', bn: 'সংযোগপত্র' }, customer, null] as const),
        { application: number, noc, meter },
      ],
      [
        ...([demandNotePdf, { en: 'Demand note', bn: 'ডিমান্ড নোট' }, note, 182_500] as const),
        { application: number, dueOn },
      ],
      [
        ...([
          certificatePdf,
          { en: 'Completion certificate', bn: 'সংযোগ সম্পন্নের সনদ' },
          customer,
          null,
        ] as const),
        { application: number, meter },
      ],
    ];
    const codes = new Set<string>();
    for (const [endpoint, kind, shown, amountMinor, facts] of kinds) {
      const english = await print(endpoint, id, { language: 'en' });
      const bengali = await print(endpoint, id, { language: 'bn' });
      expect([english.pages, bengali.pages]).toEqual([1, 1]);
      expect(english.text).toContain('localhost/paper');
      expect(bengali.text).toContain('localhost/paper');
      expect(bengali.code).toBe(english.code);
      codes.add(english.code);
      // Nothing beside this leaves: no phone, address, national ID or id.
      expect(await check(english.code)).toEqual({
        kind,
        number: shown,
        issuedOn: '2026-11-15',
        amountMinor,
        // The note of this application is paid.
        leftMinor: amountMinor === null ? null : 0,
        ...COVERED,
        place: { sectorNumber: sector, roadNumber: road, plotNumber: plot },
        facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
        goesBack: false,
        byNewOwnerMinor: 0,
        state: 'valid',
        endedOn: null,
      });
    }
    expect(codes.size).toBe(kinds.length);
  });

  test('of money too: receipts in both sizes, and bills', async () => {
    const { connectionId, invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
    const [invoice] = invoices;
    const bill = await print(invoicePdf, String(invoice?.id));
    expect(bill.pages).toBe(1);
    const shown = await check(bill.code);
    expect(shown).toMatchObject({ kind: { en: 'Water bill' }, amountMinor: 11_500, state: 'valid' });
    expect(shown.place?.plotNumber).toBeTruthy();
    const { connection, dueOn } = await one<{ connection: string; dueOn: string }>(
      app.db,
      sql`select c.number as connection, i.due_on as "dueOn" from billing.invoices i
        join meters.connections c on c.id = i.connection_id where i.id = ${invoice?.id}`,
    );
    expect(shown.facts).toEqual([
      { name: 'connection', value: connection },
      { name: 'dueOn', value: dueOn },
    ]);
    const body = { connectionId, amountMinor: 5_000, tender: { method: 'CASH' as const } };
    const payment = await app.call(makePayment, { as: admin, body });
    const large = await print(paymentReceipt, payment.id, { paper: 'a4' });
    const small = await print(paymentReceipt, payment.id, { paper: '80mm' });
    expect(small.code).toBe(large.code);
    expect(await check(small.code)).toMatchObject({
      kind: { en: 'Receipt', bn: 'রসিদ' },
      number: payment.receiptNumber,
      issuedOn: '2026-11-15',
      amountMinor: 5_000,
      facts: [{ name: 'connection', value: connection }],
      state: 'valid',
    });
    // A payment changes what the bill still asks for, and nothing that it says.
    expect((await print(invoicePdf, String(invoice?.id))).code).toBe(bill.code);

    await nextDay();
    await app.call(reversePayment, {
      as: admin,
      body: { paymentId: payment.id, reason: 'wrong connection' },
    });
    const later = await print(paymentReceipt, payment.id, { paper: 'a4' });
    expect(later.code).toBe(large.code);
    expect(await check(large.code)).toMatchObject({
      state: 'ended',
      endedOn: '2026-11-16',
      place: shown.place,
    });
    const slip = await print(paymentReceipt, payment.id, { paper: '80mm' });
    for (const paper of [later, slip]) expect(endingsIn(paper.text)).toEqual(endings(app.system().today));
    expect(later.pages).toBe(1);
  });
});

test('a cancelled bill counts no more', async () => {
  const { invoices } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const invoiceId = String(invoices[0]?.id);
  const bill = await print(invoicePdf, invoiceId);
  await nextDay();
  const { version } = await app.call(invoiceDetail, { as: admin, params: { id: invoiceId } });
  const asked = await app.call(cancelInvoice, {
    as: admin,
    body: { invoiceId, version, reason: 'wrong meter' },
  });
  expect(await check(bill.code)).toMatchObject({ state: 'valid' });
  const second = await app.staff('admin');
  await app.call(decideCorrection, { as: second, body: { correctionId: asked.id, accept: true } });
  const { today } = app.system();
  expect(await check(bill.code)).toMatchObject({ state: 'ended', endedOn: today });
  const again = await print(invoicePdf, invoiceId);
  expect([again.code, again.pages, endingsIn(again.text)]).toEqual([...[bill.code, 1], endings(today)]);
});

describe('a record that changed', () => {
  const stateOf = async (code: string) => {
    const { state, endedOn } = await check(code);
    return [state, endedOn];
  };
  const act = async (id: string, action: 'revise-survey' | 'reject' | 'reopen') => {
    const { version } = await one<{ version: number }>(
      app.db,
      sql`select version from applications.applications where id = ${id}`,
    );
    const body = { applicationId: id, version, action, remark: 'because' };
    await app.call(updateState, { as: admin, body });
  };

  test('a demand note that is issued again ends the one before; ending the application ends its papers', async () => {
    const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', ...NAMES });
    const note = await print(demandNotePdf, id);
    const slip = await print(acknowledgementPdf, id);
    const letter = await print(letterPdf, id);
    expect(await stateOf(note.code)).toEqual(['valid', null]);
    await nextDay();
    const { today } = app.system();
    await act(id, 'reject');
    for (const { code } of [note, slip, letter]) expect(await stateOf(code)).toEqual(['ended', today]);
    for (const endpoint of [demandNotePdf, acknowledgementPdf, letterPdf, nocLetterPdf]) {
      for (const language of ['en', 'bn']) {
        const { text, pages } = await print(endpoint, id, { language });
        expect([endpoint.path, language, pages, endingsIn(text)]).toEqual([
          ...[endpoint.path, language, 1],
          endings(today),
        ]);
      }
    }
    await act(id, 'reopen');
    expect(endingsIn((await print(letterPdf, id)).text)).toEqual([]);
    const again = await print(demandNotePdf, id);
    expect(again.code).not.toBe(note.code);
    expect(await stateOf(again.code)).toEqual(['valid', null]);
    expect(await stateOf(note.code)).toEqual(['ended', today]);
    for (const { code } of [slip, letter]) expect(await stateOf(code)).toEqual(['valid', null]);
    await act(id, 'revise-survey');
    expect(await stateOf(again.code)).toEqual(['ended', today]);
  });

  test('a letter ends when another meter is reserved, and has its own code then', async () => {
    const { id } = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
    const letter = await print(letterPdf, id);
    const spare = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
    await nextDay();
    const { version } = await one<{ version: number }>(
      app.db,
      sql`select version from applications.applications where id = ${id}`,
    );
    const body = { applicationId: id, version, action: 'change-meter' as const, remark: 'broken' };
    await app.call(updateState, { as: admin, body: { ...body, meterNumber: spare.meterNumber } });
    expect(await stateOf(letter.code)).toEqual(['ended', app.system().today]);
    const again = await print(letterPdf, id);
    expect(again.code).not.toBe(letter.code);
    expect(await stateOf(again.code)).toEqual(['valid', null]);
  });

  test('neither certificate nor approval counts while the application is somewhere else again', async () => {
    const { id } = await connected();
    const { today } = app.system();
    const certificate = await print(certificatePdf, id);
    const noc = await print(nocLetterPdf, id);
    const moveTo = (state: string) =>
      execute(
        app.owner.db,
        sql`update applications.applications set state = ${state}, connection_id = null, closed_state = null, closed_on = null,
          state_since = ${app.clock.now()} where id = ${id}`,
      );
    await moveTo('READY_FOR_METER_INSTALLATION');
    expect(await stateOf(certificate.code)).toEqual(['ended', today]);
    expect(await stateOf(noc.code)).toEqual(['valid', null]);
    await moveTo('WAITING_FOR_REVIEW');
    expect(await stateOf(noc.code)).toEqual(['ended', today]);
  });

  test('an approval counts to its last day; the day after, the page and the letter say since when it does not', async () => {
    const { id } = await connected();
    const setUntil = (day: string) =>
      execute(
        app.owner.db,
        sql`update applications.applications set noc_valid_until = ${day} where id = ${id}`,
      );
    const { today } = app.system();
    await setUntil(today);
    const noc = await print(nocLetterPdf, id);
    expect([await stateOf(noc.code), endingsIn(noc.text)]).toEqual([['valid', null], []]);
    await nextDay();
    const tomorrow = app.system().today;
    expect(await stateOf(noc.code)).toEqual(['ended', tomorrow]);
    expect((await check(noc.code)).facts).toContainEqual({ name: 'validUntil', value: today });
    const again = await print(nocLetterPdf, id);
    expect([again.code, again.pages, endingsIn(again.text)]).toEqual([noc.code, 1, endings(tomorrow)]);
  });

  test('a deleted application ends its papers', async () => {
    const { id } = await makeApplication(app, { upTo: 'PENDING' });
    const slip = await print(acknowledgementPdf, id);
    await execute(
      app.owner.db,
      sql`update applications.applications set deleted_at = ${at('2026-11-20', '23:30')} where id = ${id}`,
    );
    expect(await stateOf(slip.code)).toEqual(['ended', '2026-11-20']);
  });
});

describe('who has no paper', () => {
  test('finds the paper also if number and code are typed in the place of each other', async () => {
    const { id, number } = await makeApplication(app, { upTo: 'PENDING' });
    const { code } = await print(acknowledgementPdf, id, { language: 'en' });
    const right = await app.call(checkPaper, { body: { code, number: number ?? '' } });
    expect(right).toMatchObject({ number });
    expect(await app.call(checkPaper, { body: { code: number ?? '', number: code } })).toEqual(right);
    expect(await app.codeOf(checkPaper, { body: { code: '1000000099', number: code } })).toBe(
      'papers.unknown_paper',
    );
  });

  test('gets one answer to all that is wrong', async () => {
    const { id, number } = await connected();
    const { code } = await print(acknowledgementPdf, id);
    const answerTo = async (body: object) => {
      const { statusCode, payload } = await app.server.inject({
        method: 'POST',
        url: '/api/main/paper/check',
        payload: body,
      });
      const { requestId: _, ...error } = JSON.parse(payload).error;
      return { statusCode, error };
    };
    const unknown = await answerTo({ code: 'AAAA-AAAA-AAAA' });
    expect(unknown).toMatchObject({ statusCode: 404, error: { code: 'papers.unknown_paper' } });
    for (const body of [
      { code: 'x' },
      { code: id },
      { code: number },
      { code, number: '1' },
      { code: code.slice(0, -1) },
      { code: 'ঁ'.repeat(60) },
    ])
      expect(await answerTo(body)).toEqual(unknown);
    expect(await check(code, number)).toMatchObject({ state: 'valid' });
    // A kind that no domain describes any more.
    await execute(
      app.owner.db,
      sql`insert into papers.papers (code, kind, record_id, number, issued_on, holder, rest_hash)
        values ('BBBBBBBBBBBB', 'old.kind', ${id}, '1', '2026-11-01', 'A', '')`,
    );
    expect(await answerTo({ code: 'BBBB-BBBB-BBBB' })).toEqual(unknown);
  });

  test('cannot guess on: failures of an address are counted, what is found is not', async () => {
    const { id } = await makeApplication(app, { upTo: 'PENDING' });
    const { code } = await print(acknowledgementPdf, id);
    const program = await app.another({}, 'limited');
    for (let tries = 0; tries < 3; tries += 1) await program.call(checkPaper, { body: { code } });
    const guess = () => program.refused(checkPaper, { body: { code: 'AAAA-AAAA-AAAA' } });
    expect((await guess()).code).toBe('papers.unknown_paper');
    const counted = await all<{ points: number }>(
      app.db,
      sql`select points::int from platform.rate_limits where key like 'paper:%'`,
    );
    expect(counted).toEqual([{ points: 1 }]);
    await execute(app.db, sql`update platform.rate_limits set points = 600 where key like 'paper:%'`);
    const refusal = await guess();
    expect([refusal.status, refusal.code]).toEqual([429, 'common.too_many_requests']);
    // Nobody behind the address is kept from a good one, nor from a link of a password.
    expect(await program.call(checkPaper, { body: { code } })).toMatchObject({ state: 'valid' });
    const link = await program.refused(resetPassword, { body: { token: 'junk', password: 'pukur-par-7' } });
    expect(link.code).not.toBe('common.too_many_requests');
  });
});
