/** The demand note as PDF. */
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db.ts';
import { qrSvg } from '#platform/pdf/codes.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Formats } from '#shared/format.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';

const TEXTS = {
  en: {
    title: 'Demand note',
    due: 'To pay',
    paid: 'Paid',
    cancelled: 'Cancelled',
    until: (day: string) => `until ${day}`,
    facts: ['Demand note', 'Application', 'Issued on', 'Applicant', 'Sector, road, plot', 'Customer number'],
    titles: ['Item', 'Quantity', 'Rate (৳)', 'Amount (৳)'],
    total: 'Total',
    how: 'Pay at the counter in cash or by card, or sign in and pay online. After the last day the note is void and the application ends.',
  },
  bn: {
    title: 'ডিমান্ড নোট',
    due: 'পরিশোধযোগ্য',
    paid: 'পরিশোধিত',
    cancelled: 'বাতিল',
    until: (day: string) => `${day} পর্যন্ত`,
    facts: ['ডিমান্ড নোট নম্বর', 'আবেদন নম্বর', 'ইস্যুর তারিখ', 'আবেদনকারী', 'সেক্টর, রাস্তা, প্লট', 'গ্রাহক নম্বর'],
    titles: ['বিবরণ', 'পরিমাণ', 'দর (৳)', 'টাকা (৳)'],
    total: 'মোট',
    how: 'কাউন্টারে নগদে বা কার্ডে, অথবা লগইন করে অনলাইনে পরিশোধ করুন। শেষ তারিখের পর নোটটি অকার্যকর হবে এবং আবেদনটি বাতিল হয়ে যাবে।',
  },
};

type Detail = Awaited<ReturnType<typeof getApplication>>;
type Note = Detail['demandNotes'][number];

/** The note in force, or the last one. Refuses an application that has none. */
export async function printDemandNote(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  const note = application.demandNotes[0];
  if (!note) throw fail(commonErrors.not_found);
  const { frame, write } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const pdf = await renderPdf({
    template: { path: 'domains/applications/demand-note/demand-note.typ' },
    data: {
      ...frame,
      title: text.title,
      number: note.number,
      due: dueBox(note, write, input.language),
      qr: qrSvg(`${input.publicUrl}/demand-note-payment?page=1&q=${application.number ?? ''}`),
      facts: factsOf(application, note, write, input.language),
      titles: text.titles,
      rows: rowsOf(note, write, input.language),
      how: text.how,
    },
  });
  return { ...pdf, number: note.number };
}

function dueBox(note: Note, write: Formats, language: Language) {
  const text = TEXTS[language];
  const balance = note.totalMinor - note.settledMinor;
  if (note.state === 'CANCELLED') {
    return { label: text.cancelled, amount: write.money(note.totalMinor), until: '' };
  }
  if (balance === 0) return { label: text.paid, amount: write.money(note.totalMinor), until: '' };
  return { label: text.due, amount: write.money(balance), until: text.until(write.day(note.dueOn)) };
}

function factsOf(application: Detail, note: Note, write: Formats, language: Language) {
  const place = [application.sectorNumber, application.roadNumber, application.plotNumber];
  const values = [
    write.digits(note.number),
    write.digits(application.number ?? ''),
    write.day(note.issuedOn),
    application.applicantName,
    write.digits(place.map((part) => part ?? '–').join(', ')),
    write.digits(application.customerNumber ?? ''),
  ];
  return TEXTS[language].facts.map((label, index) => [label, values[index] ?? '']);
}

function rowsOf(note: Note, write: Formats, language: Language): string[][] {
  const lines = note.lines.map((line) => [
    language === 'bn' ? line.nameBn : line.nameEn,
    write.digits(`${line.quantity} ${line.unit}`.trim()),
    write.amount(line.rateMinor),
    write.amount(line.amountMinor),
  ]);
  return [...lines, [TEXTS[language].total, '', '', write.amount(note.totalMinor)]];
}
