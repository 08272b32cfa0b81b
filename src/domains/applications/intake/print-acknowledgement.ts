/**
 * The acknowledgement slip as PDF: what the applicant keeps in hand after submitting. It says what arrived and when, what is to
 * be paid next, and whom to call; no national ID, because it is shown around.
 */
import { checkMark } from '#domains/papers/check-mark.ts';
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Db, one, sql } from '#platform/database/db.ts';
import { code128Svg, qrSvg } from '#platform/pdf/codes.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { PaperFormats } from '#shared/format.ts';
import { STATES, type State } from '../application.rules.ts';
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKind } from '../documents.rules.ts';
import * as bengali from '../names/bn.rules.ts';
import * as english from '../names/en.rules.ts';
import { acknowledgementPaper } from '../papers/kinds.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';

type Application = Awaited<ReturnType<typeof getApplication>>;

const TEXTS = {
  en: {
    received: 'Your application for a water connection has been received.',
    number: 'Application number',
    keep: 'Keep this number. You need it to ask about the application and to pay.',
    submitted: 'Submitted on',
    facts: ['Applicant', 'Mobile number', 'Place', 'Pipe size'],
    pipe: (size: string) => `${size} mm`,
    papers: 'Documents that were handed in',
    titles: ['No.', 'Document', 'Files'],
    fee: 'The fee',
    later:
      'Nothing is to be paid now. After the site survey the demand note says how much is to be paid, and by when. You will be told by SMS.',
    pay: (note: string, amount: string, day: string) =>
      `Demand note ${note}: please pay ${amount} by ${day}, online or at our counter.`,
    paid: (note: string) => `Demand note ${note} is paid.`,
    over: 'Nothing is to be paid for this application.',
    help: 'Help',
    kinds: english.documentKinds,
  },
  bn: {
    received: 'পানির সংযোগের জন্য আপনার আবেদন আমরা পেয়েছি।',
    number: 'আবেদন নম্বর',
    keep: 'নম্বরটি রেখে দিন। আবেদনের খোঁজ নিতে ও টাকা দিতে এটি লাগবে।',
    submitted: 'জমার তারিখ',
    facts: ['আবেদনকারী', 'মোবাইল নম্বর', 'ঠিকানা', 'সংযোগের ব্যাস'],
    pipe: (size: string) => `${size} মিমি`,
    papers: 'যেসব কাগজপত্র জমা হয়েছে',
    titles: ['ক্রমিক', 'কাগজ', 'ফাইল'],
    fee: 'ফি',
    later:
      'এখন কোনো টাকা দিতে হবে না। সাইট জরিপের পর ডিমান্ড নোটে জানানো হবে কত টাকা, কবের মধ্যে দিতে হবে। এসএমএসেও জানতে পারবেন।',
    pay: (note: string, amount: string, day: string) =>
      `ডিমান্ড নোট ${note}: ${amount}, পরিশোধের শেষ তারিখ ${day}। অনলাইনে বা আমাদের কাউন্টারে দিন।`,
    paid: (note: string) => `ডিমান্ড নোট ${note} পরিশোধ হয়েছে।`,
    over: 'এই আবেদনের জন্য কোনো টাকা দিতে হবে না।',
    help: 'সাহায্য',
    kinds: bengali.documentKinds,
  },
};

/** Refuses a draft: nothing of it has been received yet. */
export async function printAcknowledgement(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  const { number, submittedAt } = application;
  if (!number || !submittedAt) throw fail(commonErrors.not_found);
  const { day } = await one<{ day: string }>(
    db,
    sql`select ${dayOfInstant(sql`${submittedAt}::timestamptz`)} as day`,
  );
  const { frame, write, scan, help, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const { pipeSizeMm } = application;
  const values = [
    (input.language === 'bn' && application.applicantNameBn) || application.applicantName,
    write.digits(application.applicantPhone),
    placeOf(application),
    pipeSizeMm === null ? '' : text.pipe(write.digits(String(pipeSizeMm))),
  ];
  const pdf = await renderPdf({
    template: { path: 'domains/applications/intake/acknowledgement.typ' },
    data: {
      ...frame,
      title: acknowledgementPaper.name[input.language],
      received: text.received,
      number: { label: text.number, value: write.digits(number), barcode: code128Svg(number) },
      keep: text.keep,
      submitted: { label: text.submitted, value: write.day(day) },
      facts: text.facts.map((label, index) => [label, values[index] ?? '']),
      papers: { title: text.papers, titles: text.titles, rows: papersOf(application, write, input.language) },
      fee: { title: text.fee, text: feeOf(application, write, input.language) },
      help: help ? { label: text.help, value: help } : null,
      qr: qrSvg(`${input.publicUrl}/customer/new-connections/${application.id}`),
      scan,
      check: await checkMark(db, acknowledgementPaper, input.id, { ...input, today: actor.today }),
    },
  });
  return { ...pdf, number };
}

/** One line a kind, in the order of the form: it stays one page. What staff add later was not handed in. */
function papersOf({ documents }: Application, write: PaperFormats, language: Language): string[][] {
  const files = (kind: DocumentKind) =>
    documents.filter((paper) => paper.kind === kind && paper.state !== 'REPLACED').length;
  return DOCUMENT_KIND_NAMES.filter((kind) => DOCUMENT_KINDS[kind].by === 'applicant' && files(kind) > 0).map(
    (kind, index) => [write.number(index + 1), TEXTS[language].kinds[kind], write.number(files(kind))],
  );
}

/** What the applicant has to pay next, as it is on the day of printing. */
function feeOf({ state, demandNotes }: Application, write: PaperFormats, language: Language): string {
  const text = TEXTS[language];
  const note = demandNotes.find((found) => found.state !== 'CANCELLED');
  if (note?.state === 'PAID') return text.paid(write.digits(note.number));
  if (STATES[state as State].phase === 'closed') return text.over;
  if (!note) return text.later;
  const left = write.money(note.totalMinor - note.settledMinor);
  return text.pay(write.digits(note.number), left, write.day(note.dueOn));
}
