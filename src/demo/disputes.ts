/** Disputes of bills: two are open, one of them beyond its day; one was rejected, one taken back, one waits for its correction. */
import { assignDispute } from '#domains/billing/disputes/actions/assign-dispute.ts';
import { decideDispute } from '#domains/billing/disputes/actions/decide-dispute.ts';
import { openDispute } from '#domains/billing/disputes/actions/open-dispute.ts';
import { withdrawDispute } from '#domains/billing/disputes/actions/withdraw-dispute.ts';
import type { DisputeReason } from '#domains/billing/disputes/dispute.rules.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Story } from './story.ts';

type What = 'open' | 'late' | 'rejected' | 'withdrawn' | 'to-correct';
/** `register`: what the household reads, in litres below what was billed. */
type Told = { what: What; reason: DisputeReason; words: string; callerName: string; below: number | null };

const TOLD: readonly Told[] = [
  {
    ...{ what: 'open', reason: 'READING_WRONG', callerName: 'তাঁর ছেলে', below: 8000 },
    words: 'মিটারে এর চেয়ে অনেক কম দেখাচ্ছে।',
  },
  {
    ...{ what: 'late', reason: 'LEAK', callerName: 'নিজে', below: null },
    words: 'ছাদের ট্যাংকের পাইপ ফেটে গিয়েছিল, মেরামত করা হয়েছে।',
  },
  {
    ...{ what: 'rejected', reason: 'TARIFF_WRONG', callerName: 'নিজে', below: null },
    words: 'বাসাবাড়ির বদলে দোকানের হারে বিল হয়েছে।',
  },
  {
    ...{ what: 'withdrawn', reason: 'ALREADY_PAID', callerName: 'তাঁর মেয়ে', below: null },
    words: 'গত সপ্তাহে টাকা দেওয়া হয়েছে।',
  },
  {
    ...{ what: 'to-correct', reason: 'READING_WRONG', callerName: 'নিজে', below: 5000 },
    words: 'মিটারের একটি অঙ্ক ভুল পড়া হয়েছে।',
  },
];

/** Whole cubic metres, as a household reads them. */
const LITRES = 1000;

export async function disputeBills(story: Story): Promise<void> {
  const { db, at, today } = story;
  const bills = await all<{ id: string; currentLitres: number | null }>(
    db,
    sql`select i.id, i.current_litres as "currentLitres" from billing.invoices i
      where i.cancelled_on is null and i.settled_minor = 0 and i.total_minor > 0 and i.adjusts_id is null and i.current_litres is not null
        and i.issued_on <= ${addDays(today, -1)}::date
        and not exists (select from identity.users u where u.consumer_id = i.consumer_id)
        and not exists (select from billing.taken_over_bills t where t.connection_id = i.connection_id)
        and not exists (select from billing.corrections k where k.invoice_id = i.id)
      order by i.issued_on desc, i.id limit ${TOLD.length}`,
  );
  for (const [index, bill] of bills.entries()) {
    const told = TOLD[index];
    if (!told) return;
    const day = told.what === 'late' ? addDays(today, -17) : addDays(today, -1);
    const { below, ...asked } = told;
    const id = await ask(story, {
      ...asked,
      invoiceId: bill.id,
      day,
      figure: figureOf(bill.currentLitres, below),
    });
    await goOn(story, id, told.what);
  }
  await transaction(db, async (tx) => {
    const [first] = await all<{ id: string; version: number }>(
      tx,
      sql`select id, version from billing.disputes where ended_at is null order by asked_at desc, id limit 1`,
    );
    if (first) await assignDispute(tx, at('engineer', today, '10:05'), { ...first, userId: null });
  });
}

const figureOf = (billed: number | null, below: number | null): number | null =>
  billed === null || below === null ? null : Math.max(0, Math.floor((billed - below) / LITRES) * LITRES);

type Asked = Omit<Told, 'below'> & { invoiceId: string; day: string; figure: number | null };

async function ask({ db, at }: Story, { invoiceId, day, figure, ...told }: Asked): Promise<string> {
  const { id } = await transaction(db, (tx) =>
    openDispute(tx, at('cashier', day, '09:40'), {
      ...{ invoiceId, reason: told.reason, words: told.words, registerLitres: figure, photoId: null },
      ...{ channel: 'PHONE', callerName: told.callerName },
      exceptionReason: 'দাপ্তরিক ছুটির কারণে আগে জানানো যায়নি',
    }),
  );
  return id;
}

async function goOn({ db, at, today }: Story, id: string, what: What): Promise<void> {
  if (what === 'open' || what === 'late') return;
  await transaction(db, async (tx) => {
    if (what === 'withdrawn') {
      await withdrawDispute(tx, at('cashier', today, '09:50'), {
        id,
        version: 1,
        reason: 'রসিদ খুঁজে পেয়েছেন',
      });
      return;
    }
    const answer =
      what === 'rejected'
        ? 'আপনার সংযোগ আবাসিক হারেই হিসাব হয়েছে; বিলের হিসাব সঠিক।'
        : 'মিটারের ছবি দেখে রিডিং ভুল পাওয়া গেছে; বিল সংশোধন করা হবে।';
    const verdict = what === 'rejected' ? 'REJECTED' : 'UPHELD';
    // Who approves readings may not decide about their bills: the engineer approves none.
    await decideDispute(tx, at('engineer', today, '09:55'), { id, version: 1, verdict, answer });
  });
}
