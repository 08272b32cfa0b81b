/** The connection letter as PDF. */
import { checkMark } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { letterPaper } from '../papers/kinds.ts';
import { officeLine, signatureAssets, signatureOf, signerOf } from '../papers/signatures.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';

const TEXTS = {
  en: {
    dated: (day: string) => `Dated ${day}`,
    salutation: (name: string) => `Dear ${name},`,
    body: 'Your application for a water connection has been approved, with the planning authority’s certificate of no objection. The following has been set aside for your plot:',
    facts: [
      ...['Application', 'Customer number', 'NoC number', 'NoC date', 'Place', 'Area (DMA)'],
      ...['Meter number', 'Pipe size'],
    ],
    next: 'A surveyor will visit the plot. After the survey you will receive a demand note; the meter is installed once it is paid.',
    signature: 'For the utility',
    pipe: (size: string) => `${size} mm`,
  },
  bn: {
    dated: (day: string) => `তারিখ: ${day}`,
    salutation: (name: string) => `জনাব/জনাবা ${name},`,
    body: 'পরিকল্পনা কর্তৃপক্ষের অনাপত্তিপত্রসহ পানির সংযোগের জন্য আপনার আবেদন অনুমোদিত হয়েছে। আপনার প্লটের জন্য নিম্নলিখিত বরাদ্দ করা হলো:',
    facts: [
      ...['আবেদন নম্বর', 'গ্রাহক নম্বর', 'অনাপত্তিপত্র নম্বর', 'অনাপত্তিপত্রের তারিখ', 'ঠিকানা', 'ডিএমএ'],
      ...['মিটার নম্বর', 'সংযোগের ব্যাস'],
    ],
    next: 'একজন সার্ভেয়ার প্লট পরিদর্শন করবেন। জরিপের পর আপনি ডিমান্ড নোট পাবেন; সেটি পরিশোধের পর মিটার বসানো হবে।',
    signature: 'কর্তৃপক্ষের পক্ষে',
    pipe: (size: string) => `${size} মিমি`,
  },
};

/** Refuses an application whose letter was not issued yet. */
export async function printLetter(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string; files: Files },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  if (!application.letterIssuedOn) throw fail(commonErrors.not_found);
  // Opened again after its meter was given away: another one is chosen first.
  if (!application.meterNumber) throw fail(errors.meter_not_reserved);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const number = application.number ?? '';
  const values = [
    write.digits(number),
    write.digits(application.customerNumber ?? ''),
    write.digits(application.nocNumber ?? ''),
    application.nocDate ? write.day(application.nocDate) : '',
    placeOf(application),
    write.digits(application.dmaNumber ?? ''),
    write.digits(application.meterNumber ?? ''),
    application.pipeSizeMm === null ? '' : text.pipe(write.digits(String(application.pipeSizeMm))),
  ];
  const signer = await signerOf(db, input.files, application.id, 'letter');
  if (!signer) throw fail(commonErrors.not_found);
  const { data, assets } = await withLogo(db, {
    ...frame,
    title: letterPaper.name[input.language],
    number,
    dated: text.dated(write.day(application.letterIssuedOn)),
    salutation: text.salutation(nameOf(application)),
    body: text.body,
    facts: text.facts.map((label, index) => [label, values[index] ?? '']),
    check: await checkMark(db, letterPaper, application.id, { ...input, today: actor.today }),
    next: text.next,
    signer: signatureOf(signer, [...officeLine(signer, input.language), text.signature]),
  });
  const pdf = await renderPdf({
    template: { path: 'domains/applications/letter/connection-letter.typ' },
    data,
    assets: { ...assets, ...signatureAssets(signer) },
  });
  return { ...pdf, number };
}
