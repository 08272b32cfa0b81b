/** Leaks: two credits, of which one waits for a second person, one that waits for a reading, one that was refused. */
import { creditLeak } from '#domains/billing/leaks/actions/credit-leak.ts';
import { approveLeakRules, planLeakRules } from '#domains/billing/leaks/actions/leak-rules.ts';
import { openLeak } from '#domains/billing/leaks/actions/open-leak.ts';
import { refuseLeak } from '#domains/billing/leaks/actions/refuse-leak.ts';
import { leakNow, leakRulesOn } from '#domains/billing/leaks/facts.ts';
import { type LeakRules, leakRules } from '#domains/billing/leaks/leak.rules.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { notAfter, type Story } from './story.ts';

type What = 'credited' | 'waiting' | 'open' | 'refused';
type Told = { what: What; words: string; callerName: string };

const TOLD: readonly Told[] = [
  { what: 'credited', words: 'বাথরুমের দেয়ালের ভেতরের পাইপ ফেটেছিল, মিস্ত্রি বদলে দিয়েছেন।', callerName: 'নিজে' },
  { what: 'waiting', words: 'উঠানের নিচের পাইপে লিক ছিল, মাটি খুঁড়ে মেরামত হয়েছে।', callerName: 'তাঁর ছেলে' },
  { what: 'open', words: 'ছাদের ট্যাংকের ফ্লোট ভালভ নষ্ট ছিল, বদলানো হয়েছে।', callerName: 'নিজে' },
  { what: 'refused', words: 'রান্নাঘরের কল থেকে পানি পড়ত।', callerName: 'তাঁর মেয়ে' },
];
/** Bills that are looked at until each of these is found. */
const LOOKED_AT = 80;
/** One person credits up to this: the larger credits of the town wait. */
const ALONE_UP_TO = 150_00;

export async function repairLeaks(story: Story): Promise<void> {
  const { db, today } = story;
  const rules = await promise(story);
  const wanted = [...TOLD];
  for (const bill of await candidates(story)) {
    const now = await leakNow(db, { invoiceId: bill.id, repairedOn: bill.repairedOn, rules });
    if (!now.figures) continue;
    const fits = ({ what }: Told) =>
      what === 'open'
        ? now.obstacle === 'not_back'
        : what === 'refused' ||
          (now.obstacle === null && now.figures.amountMinor <= ALONE_UP_TO === (what === 'credited'));
    const at = wanted.findIndex(fits);
    const [told] = at < 0 ? [] : wanted.splice(at, 1);
    if (told) await tell(story, told, { ...bill, today });
  }
}

/** Resolved three weeks ago. */
async function promise({ db, at, today }: Story): Promise<LeakRules> {
  const day = addDays(today, -21);
  await transaction(db, async (tx) => {
    const plan = {
      validFrom: day,
      value: leakRules.parse({ on: true, aloneUpToMinor: ALONE_UP_TO }),
      reason: 'Resolution of the board',
    };
    const { id, version } = await planLeakRules(tx, at('reviewer', day, '08:35'), plan);
    await approveLeakRules(tx, at('engineer', day, '08:55'), { id, version });
  });
  return leakRulesOn(db, today);
}

type Bill = { id: string; repairedOn: string };

/** Paid bills of far more than the months before, so that nothing else that the town tells has to do with them; one of a connection, the latest first. */
const candidates = ({ db }: Story): Promise<Bill[]> =>
  all<Bill>(
    db,
    sql`select * from (select distinct on (i.connection_id) i.id, i.issued_on, r.read_on + 1 as "repairedOn" from billing.invoices i join meters.readings r on r.id = i.reading_id and r.period = i.period
      where i.cancelled_on is null and i.adjusts_id is null and i.settled_minor >= i.total_minor and r.source <> 'ESTIMATE'
        and i.issued_on > (select max(issued_on) from billing.invoices) - 130
        and r.consumption_litres > 2 * (select avg(p.consumption_litres) from meters.readings p where p.connection_id = i.connection_id
          and p.living and p.period < i.period and p.period >= i.period - interval '6 months') + 10000
        and not exists (select from identity.users u where u.consumer_id = i.consumer_id)
        and not exists (select from billing.corrections k where k.invoice_id = i.id)
        and not exists (select from billing.disputes d join billing.invoices b on b.id = d.invoice_id where b.connection_id = i.connection_id)
        and not exists (select from billing.taken_over_bills t where t.connection_id = i.connection_id)
        and not exists (select from meters.connections f where f.follows_id = i.connection_id)
      order by i.connection_id, i.issued_on desc) b order by issued_on desc, id limit ${LOOKED_AT}`,
  );

async function tell({ db, at }: Story, told: Told, bill: Bill & { today: string }): Promise<void> {
  const { what, words, callerName } = told;
  const asked = addDays(bill.today, -2);
  const { id } = await transaction(db, (tx) =>
    openLeak(tx, at('cashier', asked, '10:25'), {
      ...{
        invoiceId: bill.id,
        words,
        repairedOn: notAfter(asked, bill.repairedOn),
        proofId: null,
      },
      ...{ channel: 'COUNTER', callerName, exceptionReason: 'মেরামতের কাগজ দেরিতে পাওয়া গেছে' },
    }),
  );
  if (what === 'open') return;
  const actor = at('reviewer', bill.today, '10:35');
  if (what === 'refused') {
    const answer = 'কলের পানি পড়া চোখে দেখা যায়, তাই লুকানো লিকের নিয়মে ছাড় হয় না।';
    await transaction(db, (tx) => refuseLeak(tx, actor, { id, version: 1, answer }));
    return;
  }
  await transaction(db, async (tx) => {
    const rules = await leakRulesOn(tx, asked);
    const { figures } = await leakNow(tx, { invoiceId: bill.id, repairedOn: bill.repairedOn, rules });
    if (!figures) return;
    const answer = 'মেরামতের পর ব্যবহার স্বাভাবিক হয়েছে; বাড়তি ব্যবহারের অর্ধেক ছাড় দেওয়া হলো।';
    await creditLeak(tx, actor, { id, version: 1, amountMinor: figures.amountMinor, answer });
  });
}
