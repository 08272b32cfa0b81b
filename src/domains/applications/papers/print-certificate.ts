/** The completion certificate as PDF: what was installed, and who confirmed it. */
import { checkMark } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';
import { certificatePaper } from './kinds.ts';
import { officeLine, signatureAssets, signatureOf, signerOf } from './signatures.ts';

const TEXTS = {
  en: {
    dated: (day: string) => `Dated ${day}`,
    body: 'The water connection of this plot has been made. It was installed and confirmed as written below.',
    number: 'Connection number',
    facts: [
      ...['Consumer', 'Plot', 'Application', 'Meter number', 'Seal number', 'Opening reading'],
      ...['Installed on', 'Pipe size', 'Area (DMA)'],
    ],
    cubic: (amount: string) => `${amount} m³`,
    pipe: (size: string) => `${size} mm`,
    next: 'Bills begin with the opening reading. Please keep this certificate, and do not break the seal of the meter.',
    confirmed: (day: string) => `Confirmed for the utility on ${day}`,
  },
  bn: {
    dated: (day: string) => `তারিখ: ${day}`,
    body: 'এই প্লটে পানির সংযোগ দেওয়া হয়েছে। নিচের তথ্য অনুযায়ী মিটার বসানো ও নিশ্চিত করা হয়েছে।',
    number: 'সংযোগ নম্বর',
    facts: [
      ...['গ্রাহক', 'প্লট', 'আবেদন নম্বর', 'মিটার নম্বর', 'সিল নম্বর', 'শুরুর রিডিং'],
      ...['মিটার বসানোর তারিখ', 'সংযোগের ব্যাস', 'ডিএমএ'],
    ],
    cubic: (amount: string) => `${amount} ঘনমিটার`,
    pipe: (size: string) => `${size} মিমি`,
    next: 'শুরুর রিডিং থেকে বিল হিসাব হবে। সনদটি রেখে দিন, আর মিটারের সিল ভাঙবেন না।',
    confirmed: (day: string) => `কর্তৃপক্ষের পক্ষে নিশ্চিত করা হয়েছে: ${day}`,
  },
};

/** Refuses an application whose connection was not confirmed. */
export async function printCertificate(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string; files: Files },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  const { installation, customerNumber, state } = application;
  const signer = await signerOf(db, input.files, application.id, 'certificate');
  if (!signer || !installation || !customerNumber || state !== 'CONNECTED')
    throw fail(commonErrors.not_found);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const pipeSizeMm = application.survey?.pipeSizeMm ?? application.pipeSizeMm;
  const values = [
    nameOf(application),
    placeOf(application),
    write.digits(application.number ?? ''),
    write.digits(installation.meterNumber),
    write.digits(installation.sealNumber),
    text.cubic(write.cubicMetres(installation.openingLitres)),
    write.day(installation.installedOn),
    pipeSizeMm === null ? '' : text.pipe(write.digits(String(pipeSizeMm))),
    write.digits(application.dmaNumber ?? ''),
  ];
  const { data, assets } = await withLogo(db, {
    ...frame,
    title: certificatePaper.name[input.language],
    dated: text.dated(write.day(signer.signedOn)),
    body: text.body,
    number: { label: text.number, value: write.digits(customerNumber) },
    facts: text.facts.map((label, index) => [label, values[index] ?? '']),
    next: text.next,
    signer: signatureOf(signer, [
      ...officeLine(signer, input.language),
      text.confirmed(write.day(signer.signedOn)),
    ]),
    check: await checkMark(db, certificatePaper, application.id, { ...input, today: actor.today }),
  });
  const pdf = await renderPdf({
    template: { path: 'domains/applications/papers/certificate.typ' },
    data,
    assets: { ...assets, ...signatureAssets(signer) },
  });
  return { ...pdf, number: customerNumber };
}
