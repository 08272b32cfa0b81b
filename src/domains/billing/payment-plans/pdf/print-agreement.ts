/** The agreement of a payment plan as PDF, in either language: it is signed at the counter, or read on the phone. */
import { type Language, paperFrame } from '#domains/applications/pipeline/paper.ts';
import { withLogo } from '#domains/settings/website/pictures.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/database/db.ts';
import { type Pdf, renderPdf } from '#platform/pdf/render.ts';
import { fail } from '#shared/errors.ts';
import { errors, type PlanDetail } from '../contract.ts';
import { getPlan } from '../queries.ts';

const TEXTS = {
  en: {
    title: 'Agreement to pay in instalments',
    dated: (day: string) => `Proposed on ${day}`,
    facts: ['Payment plan', 'Name', 'Connection', 'Place', 'Sum', 'To be accepted by'],
    body: 'The late bills of this connection are paid in the following parts. Each part is paid on its day or before it.',
    titles: ['No.', 'To be paid by', 'Amount (Taka)'],
    total: 'Sum',
    agreed: 'What is agreed',
    points: ({ graceDays, missedBreak, currentBillsToo }: Words) => [
      'As long as the plan is kept, no late surcharge is charged on these bills, and the connection is not disconnected because of them.',
      `A part that is not paid on its day may be paid within ${graceDays} more days. After that the plan ends${missedBreak === '1' ? '' : ` when ${missedBreak} parts are missed`}: all that is left is due at once, and late surcharges are charged again.`,
      'Every payment for the connection pays its oldest bill first.',
      currentBillsToo
        ? 'New bills are paid by their last day, too. The plan ends if they are not.'
        : 'New bills are not part of the plan. They are due on their own days.',
      'Who pays more or earlier is done earlier. Nothing is charged for the plan.',
    ],
    bills: (numbers: string) => `Bills of this plan: ${numbers}`,
    accepted: { PORTAL: 'Accepted on the website by', PAPER: 'Signed by' },
    on: (day: string) => `on ${day}`,
    signatures: ['Signature of the consumer, date', 'Signature for the office, date'],
  },
  bn: {
    title: 'কিস্তিতে পরিশোধের চুক্তি',
    dated: (day: string) => `প্রস্তাবের তারিখ: ${day}`,
    facts: ['কিস্তির নথি', 'নাম', 'সংযোগ', 'ঠিকানা', 'মোট টাকা', 'সম্মতির শেষ তারিখ'],
    body: 'এই সংযোগের বকেয়া বিল নিচের কিস্তিতে পরিশোধ করা হবে। প্রতিটি কিস্তি তার তারিখে বা তার আগে দিতে হবে।',
    titles: ['ক্রম', 'যে তারিখের মধ্যে', 'পরিমাণ (টাকা)'],
    total: 'মোট',
    agreed: 'শর্ত',
    points: ({ graceDays, missedBreak, currentBillsToo }: Words) => [
      'কিস্তি ঠিকমতো দিলে এই বিলগুলোতে বিলম্ব মাশুল ধরা হবে না, এগুলোর জন্য সংযোগও কাটা হবে না।',
      `কোনো কিস্তি সময়মতো না দিলে আরও ${graceDays} দিন সময় থাকবে। ${missedBreak === '1' ? 'তারপরও না দিলে' : `${missedBreak}টি কিস্তি বাকি পড়লে`} কিস্তির সুবিধা শেষ: বাকি সব টাকা একসঙ্গে দিতে হবে, আবার বিলম্ব মাশুল ধরা হবে।`,
      'সংযোগের জন্য যে টাকাই দেওয়া হোক, আগে সবচেয়ে পুরোনো বিল পরিশোধ হবে।',
      currentBillsToo
        ? 'নতুন বিলও শেষ তারিখের মধ্যে দিতে হবে, না দিলে কিস্তির সুবিধা শেষ হবে।'
        : 'নতুন বিল এই কিস্তির মধ্যে নেই; তা নিজের তারিখের মধ্যে দিতে হবে।',
      'আগে বা বেশি টাকা দিলে আগেই শেষ হবে। কিস্তির জন্য বাড়তি কোনো টাকা লাগে না।',
    ],
    bills: (numbers: string) => `এই কিস্তির বিল: ${numbers}`,
    accepted: { PORTAL: 'ওয়েবসাইটে সম্মতি দিয়েছেন', PAPER: 'স্বাক্ষর করেছেন' },
    on: (day: string) => `তারিখ ${day}`,
    signatures: ['গ্রাহকের স্বাক্ষর ও তারিখ', 'অফিসের পক্ষে স্বাক্ষর ও তারিখ'],
  },
};
type Words = { graceDays: string; missedBreak: string; currentBillsToo: boolean };

/** Only of a plan that was proposed to the household. */
export async function printAgreement(
  db: Db,
  actor: Actor,
  { id, language }: { id: string; language: Language },
): Promise<Pdf & { number: string }> {
  const plan = await getPlan(db, actor, id);
  if (plan.acceptBy === null || plan.rules === null || plan.sumMinor === null) throw fail(errors.wrong_state);
  const { frame, write, nameOf, placeOf } = await paperFrame(db, language);
  const text = TEXTS[language];
  const { graceDays, missedBreak, currentBillsToo } = plan.rules;
  const values = [
    write.digits(plan.number),
    nameOf({ applicantName: plan.consumerName, applicantNameBn: plan.consumerNameBn }),
    write.digits(plan.connectionNumber),
    placeOf(plan),
    write.money(plan.sumMinor),
    write.day(plan.acceptBy),
  ];
  const { data, assets } = await withLogo(db, {
    ...frame,
    title: text.title,
    dated: text.dated(write.day(String(plan.proposedOn))),
    facts: values.map((value, at) => [text.facts[at] ?? '', value]),
    body: text.body,
    titles: text.titles,
    rows: [
      ...plan.parts.map(({ seq, dueOn, amountMinor }) => [
        write.digits(String(seq)),
        write.day(dueOn),
        write.amount(amountMinor),
      ]),
      ['', text.total, write.amount(plan.sumMinor)],
    ],
    agreed: text.agreed,
    points: text.points({
      graceDays: write.digits(String(graceDays)),
      missedBreak: write.digits(String(missedBreak)),
      currentBillsToo,
    }),
    bills: text.bills(plan.bills.map(({ number }) => write.digits(number)).join(', ')),
    accepted: acceptedLine(plan, text, write.day),
    signatures: text.signatures,
  });
  const template = { path: 'domains/billing/payment-plans/pdf/agreement.typ' };
  return { ...(await renderPdf({ template, data, assets })), number: plan.number };
}

function acceptedLine(
  { acceptedAs, acceptedOn, signedBy, consumerName, consumerNameBn }: PlanDetail,
  text: (typeof TEXTS)[Language],
  day: (day: string) => string,
): string | null {
  if (acceptedAs === null || acceptedOn === null) return null;
  const own = text === TEXTS.bn ? (consumerNameBn ?? consumerName) : consumerName;
  return `${text.accepted[acceptedAs]}: ${signedBy ?? own}, ${text.on(day(acceptedOn))}`;
}
