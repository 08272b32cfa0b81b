/** The demand note as PDF. */
import { checkMark } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import { code128Svg, qrSvg } from '#platform/pdf/codes.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { PaperFormats } from '#shared/format.ts';
import { amountInWords } from '#shared/language/amount-words.ts';
import { demandNotePaper } from '../papers/kinds.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';

const TEXTS = {
  en: {
    due: 'To pay',
    paid: 'Paid',
    cancelled: 'Cancelled',
    replaced: 'Replaced',
    replacedBy: 'Instead of it',
    until: 'Pay by',
    facts: ['Demand note', 'Application', 'Issued on', 'Applicant', 'Place', 'Customer number'],
    titles: ['Item', 'Quantity', 'Rate (৳)', 'Amount (৳)'],
    total: 'Total',
    settled: 'Paid until now',
    left: 'Still to pay',
    how: 'How to pay',
    ways: (number: string, address: string) => [
      `By phone: scan the code, or sign in at ${address} and choose “Pay”.`,
      `At our counter: name the application number ${number}; pay in cash or by card.`,
      'After the last day the note is void and the application ends.',
    ],
    scan: 'Scan to pay',
    units: {} as Record<string, string>,
  },
  bn: {
    due: 'প্রদেয়',
    paid: 'পরিশোধিত',
    cancelled: 'বাতিল',
    replaced: 'প্রতিস্থাপিত',
    replacedBy: 'এর বদলে',
    until: 'শেষ তারিখ',
    facts: ['ডিমান্ড নোট নম্বর', 'আবেদন নম্বর', 'ইস্যুর তারিখ', 'আবেদনকারী', 'ঠিকানা', 'গ্রাহক নম্বর'],
    titles: ['বিবরণ', 'পরিমাণ', 'দর (৳)', 'টাকা (৳)'],
    total: 'মোট',
    settled: 'এ পর্যন্ত পরিশোধিত',
    left: 'বাকি',
    how: 'যেভাবে পরিশোধ করবেন',
    ways: (number: string, address: string) => [
      `ফোনে: কোডটি স্ক্যান করুন, অথবা ${address} ঠিকানায় ঢুকে “পরিশোধ করুন” চাপুন।`,
      `আমাদের কাউন্টারে: আবেদন নম্বর ${number} বলুন; নগদ বা কার্ডে দিন।`,
      'শেষ তারিখের পর নোটটি অকার্যকর হবে এবং আবেদনটি বাতিল হয়ে যাবে।',
    ],
    scan: 'পরিশোধ করতে স্ক্যান করুন',
    units: {
      m: 'মিটার',
      'm²': 'বর্গমিটার',
      pcs: 'টি',
      set: 'সেট',
      kg: 'কেজি',
      bag: 'বস্তা',
    } as Record<string, string>,
  },
};

type Note = Awaited<ReturnType<typeof getApplication>>['demandNotes'][number];

/** A version of the note; without one, the note in force or the last. Refuses what there is not. A replaced one says which is instead of it. */
export async function printDemandNote(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string; versionNo?: number | undefined },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  const { demandNotes } = application;
  const newest = demandNotes[0];
  const note =
    input.versionNo === undefined
      ? newest
      : demandNotes.find(({ versionNo }) => versionNo === input.versionNo);
  if (!note) throw fail(commonErrors.not_found);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const facts = [
    write.digits(note.number),
    write.digits(application.number ?? ''),
    write.day(note.issuedOn),
    nameOf(application),
    placeOf(application),
    write.digits(application.customerNumber ?? ''),
  ];
  const pdf = await renderPdf({
    template: { path: 'domains/applications/demand-note/demand-note.typ' },
    ...(await withLogo(db, {
      ...frame,
      title: demandNotePaper.name[input.language],
      number: write.digits(note.number),
      barcode: code128Svg(note.number),
      due:
        note === newest
          ? dueBox(note, write, input.language)
          : replacedBox(demandNotes, note, write, input.language),
      inWords: amountInWords(amountOf(note), input.language),
      check: await checkMark(db, demandNotePaper, note.id, { ...input, today: actor.today }),
      facts: text.facts.map((label, index) => [label, facts[index] ?? '']),
      titles: text.titles,
      rows: rowsOf(note, write, input.language),
      // Nothing is asked for by a note that is paid, void or over.
      pay:
        isOpen(note) && !(application.expiresOn && application.expiresOn < actor.today)
          ? {
              qr: qrSvg(`${input.publicUrl}/pay?applicationId=${application.id}`),
              scan: text.scan,
              how: text.how,
              ways: text.ways(write.digits(application.number ?? ''), input.publicUrl),
            }
          : null,
    })),
  });
  return { ...pdf, number: note.number };
}

const isOpen = (note: Note) => note.state !== 'CANCELLED' && note.totalMinor > note.settledMinor;

/** The large figure of the paper: what is to be paid, or what was. */
function amountOf(note: Note): number {
  if (note.state === 'CANCELLED') return 0;
  return note.totalMinor - note.settledMinor || note.totalMinor;
}

/** By which one it was replaced: the version after it. Nothing is to be paid by this one. */
function replacedBox(notes: readonly Note[], note: Note, write: PaperFormats, language: Language) {
  const { replaced, replacedBy } = TEXTS[language];
  const next = notes.find(({ versionNo }) => versionNo === note.versionNo + 1);
  return {
    label: replaced,
    amount: write.money(0),
    untilLabel: replacedBy,
    until: write.digits(next?.number ?? ''),
  };
}

function dueBox(note: Note, write: PaperFormats, language: Language) {
  const text = TEXTS[language];
  const balance = note.totalMinor - note.settledMinor;
  if (note.state === 'CANCELLED') {
    return { label: text.cancelled, amount: write.money(0), until: '' };
  }
  if (balance === 0) return { label: text.paid, amount: write.money(note.totalMinor), until: '' };
  return {
    label: text.due,
    amount: write.money(balance),
    untilLabel: text.until,
    until: write.day(note.dueOn),
  };
}

function rowsOf(note: Note, write: PaperFormats, language: Language): string[][] {
  const lines = note.lines.map((line) => [
    language === 'bn' ? line.nameBn : line.nameEn,
    write.digits(`${line.quantity} ${TEXTS[language].units[line.unit] ?? line.unit}`.trim()),
    write.amount(line.rateMinor),
    write.amount(line.amountMinor),
  ]);
  const { total, settled, left } = TEXTS[language];
  const sums: [string, number][] = [[total, note.totalMinor]];
  // The large figure of the paper is what is left: the rows say how it comes about.
  if (isOpen(note) && note.settledMinor > 0)
    sums.push([settled, -note.settledMinor], [left, note.totalMinor - note.settledMinor]);
  return [...lines, ...sums.map(([label, amount]) => [label, '', '', write.amount(amount)])];
}
