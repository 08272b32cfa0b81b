/** The planning authority's letter of no objection as PDF. */
import { checkMark } from '#domains/papers/check-mark.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { bengaliGenitive } from '#shared/language/bengali-genitive.ts';
import { getApplication } from '../pipeline/get-application.ts';
import { type Language, paperFrame } from '../pipeline/paper.ts';
import { nocPaper } from './kinds.ts';
import { officeLine, signatureAssets, signatureOf, signerOf } from './signatures.ts';

const TEXTS = {
  en: {
    dated: (day: string) => `Dated ${day}`,
    salutation: (name: string) => `Dear ${name},`,
    body: 'The planning authority has examined the application for a water connection that is named below, and has decided:',
    decision: 'Approved: there is no objection to the connection.',
    facts: ['NoC date', 'Valid until', 'Application', 'Applicant', 'Plot', 'Pipe size'],
    pipe: (size: string) => `${size} mm`,
    unlimited: 'No end',
    remarks: 'Remarks for the applicant',
    next: 'This letter is for this plot and this application only. The water utility has a copy of it and goes on with the application by itself.',
    onBehalfOf: (name: string) => `On behalf of ${name}`,
    signature: 'For the planning authority',
  },
  bn: {
    dated: (day: string) => `তারিখ: ${day}`,
    salutation: (name: string) => `জনাব/জনাবা ${name},`,
    body: 'নিচের পানির সংযোগের আবেদনটি পরিকল্পনা কর্তৃপক্ষ যাচাই করে এই সিদ্ধান্ত দিয়েছে:',
    decision: 'অনুমোদিত: এই সংযোগে কোনো আপত্তি নেই।',
    facts: ['অনাপত্তিপত্রের তারিখ', 'মেয়াদ', 'আবেদন নম্বর', 'আবেদনকারী', 'প্লট', 'সংযোগের ব্যাস'],
    pipe: (size: string) => `${size} মিমি`,
    unlimited: 'মেয়াদ নির্দিষ্ট নয়',
    remarks: 'আবেদনকারীর জন্য মন্তব্য',
    next: 'পত্রটি শুধু এই প্লট ও এই আবেদনের জন্য। পানি সরবরাহ কর্তৃপক্ষের কাছে এর কপি আছে; আবেদনের কাজ তারা নিজেরাই এগিয়ে নেবে।',
    onBehalfOf: (name: string) => `${bengaliGenitive(name)} পক্ষে`,
    signature: 'পরিকল্পনা কর্তৃপক্ষের পক্ষে',
  },
};

/** Specification §9: a document's title begins with this. */
const PREFIX = 'RAJUK/';

/** A number that came on paper may be without it. */
export const documentTitle = (number: string): string =>
  number.startsWith(PREFIX) ? number : PREFIX + number;

/** Refuses an application that the authority's last desk has not approved. */
export async function printNocLetter(
  db: Db,
  actor: Actor,
  input: { id: string; language: Language; publicUrl: string; files: Files },
): Promise<Pdf & { number: string }> {
  const application = await getApplication(db, actor, input.id);
  const signer = await signerOf(db, input.files, application.id, 'noc');
  const { nocNumber, nocDate, nocValidUntil, pipeSizeMm } = application;
  if (!signer || !nocNumber) throw fail(commonErrors.not_found);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, input.language);
  const text = TEXTS[input.language];
  const title = documentTitle(nocNumber);
  const values = [
    nocDate ? write.day(nocDate) : '',
    nocValidUntil ? write.day(nocValidUntil) : text.unlimited,
    write.digits(application.number ?? ''),
    nameOf(application),
    placeOf(application),
    pipeSizeMm === null ? '' : text.pipe(write.digits(String(pipeSizeMm))),
  ];
  const { data, assets } = await withLogo(db, {
    ...frame,
    title: `${title} · ${nocPaper.name[input.language]}`,
    number: write.digits(title),
    name: nocPaper.name[input.language],
    dated: text.dated(write.day(signer.signedOn)),
    salutation: text.salutation(nameOf(application)),
    body: text.body,
    decision: text.decision,
    facts: text.facts.map((label, index) => [label, values[index] ?? '']),
    remarks: { title: text.remarks, texts: remarksOf(application) },
    next: text.next,
    signer: signatureOf(signer, [
      ...(signer.onBehalfOf ? [text.onBehalfOf(signer.onBehalfOf)] : []),
      ...officeLine(signer, input.language),
      text.signature,
    ]),
    check: await checkMark(db, nocPaper, application.id, { ...input, today: actor.today }),
  });
  const pdf = await renderPdf({
    template: { path: 'domains/applications/papers/noc-letter.typ' },
    data,
    assets: { ...assets, ...signatureAssets(signer) },
  });
  return { ...pdf, number: title.replaceAll('/', '-') };
}

/** What the desks wrote to the applicant; what was to be corrected is over. */
function remarksOf({ remarks }: Awaited<ReturnType<typeof getApplication>>): string[] {
  return remarks
    .filter(({ shared, kind, text }) => shared && text && (kind === 'approve' || kind === 'remark'))
    .map(({ text }) => text);
}
