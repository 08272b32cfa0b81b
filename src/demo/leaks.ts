/**
 * Leaks: one that the household asked about in the portal, with a photo; one credited by two persons, one that waits for the second person,
 * one that waits for a reading, one that was refused.
 */
import { Readable } from 'node:stream';
import { approveLeak, creditLeak } from '#domains/billing/leaks/actions/credit-leak.ts';
import { approveLeakRules, planLeakRules } from '#domains/billing/leaks/actions/leak-rules.ts';
import { openLeak } from '#domains/billing/leaks/actions/open-leak.ts';
import { refuseLeak } from '#domains/billing/leaks/actions/refuse-leak.ts';
import { leakNow, leakRulesOn } from '#domains/billing/leaks/facts.ts';
import { type LeakRules, leakRules } from '#domains/billing/leaks/leak.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { all, first, sql, transaction } from '#platform/database/db.ts';
import { type Files, receiveFile, sentBy } from '#platform/files/receive.ts';
import { addDays } from '#shared/dates.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { photoOfPit } from './papers.ts';
import { notAfter, type Story } from './story.ts';
import { toldMonth } from './told-houses.ts';

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
/** Readings that the usual use is made of at least: a town of few months has fewer. */
const LEAST_MONTHS = 3;

export async function repairLeaks(story: Story, household: Actor, files: Files): Promise<void> {
  const { db, today } = story;
  const rules = await promise(story);
  await askInPortal(story, household, { files, rules });
  const wanted = [...TOLD];
  for (const bill of await candidates(story)) {
    const last = wanted.length === 1 && wanted[0]?.what === 'open';
    // Who repairs it now has no reading after the repair.
    const repairedOn = last ? addDays(today, -2) : bill.repairedOn;
    const now = await leakNow(db, { invoiceId: bill.id, repairedOn, rules });
    if (!now.figures) continue;
    const isReady = now.obstacle === null && now.figures.amountMinor > ALONE_UP_TO;
    const fits = ({ what }: Told) =>
      what === 'open' ? now.obstacle === 'not_back' : what === 'refused' || isReady;
    const at = wanted.findIndex(fits);
    const [told] = at < 0 ? [] : wanted.splice(at, 1);
    if (told) await tell(story, told, { ...bill, repairedOn, rules });
  }
}

/** Resolved three weeks ago. */
async function promise({ db, at, today, months }: Story): Promise<LeakRules> {
  const day = addDays(today, -21);
  await transaction(db, async (tx) => {
    const plan = {
      validFrom: day,
      value: leakRules.parse({
        ...{ on: true, aloneUpToMinor: ALONE_UP_TO },
        leastMonths: Math.max(1, Math.min(LEAST_MONTHS, months.length - 2)),
      }),
      reason: 'Resolution of the board',
    };
    const { id, version } = await planLeakRules(tx, at('admin', day, '08:35'), plan);
    await approveLeakRules(tx, at('engineer', day, '08:55'), { id, version });
  });
  return leakRulesOn(db, today);
}

type Bill = { id: string; issuedOn: string; repairedOn: string };

/** Paid bills of far more than the months before, so that nothing else that the town tells has to do with them; one of a connection, the latest first. */
const candidates = ({ db }: Story): Promise<Bill[]> =>
  all<Bill>(
    db,
    sql`select id, issued_on as "issuedOn", "repairedOn" from (select distinct on (i.connection_id) i.id, i.issued_on, r.read_on + 1 as "repairedOn" from billing.invoices i join meters.readings r on r.id = i.reading_id and r.period = i.period
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

type Counter = Bill & { rules: LeakRules };

async function tell({ db, at, today }: Story, told: Told, bill: Counter): Promise<void> {
  const { what, words, callerName } = told;
  const asked = addDays(today, -2);
  const isLate = asked > addDays(bill.issuedOn, bill.rules.askDays);
  const repairedOn = notAfter(asked, bill.repairedOn);
  const { id } = await transaction(db, (tx) =>
    openLeak(tx, at('cashier', asked, '10:25'), {
      ...{ invoiceId: bill.id, words, repairedOn, proofId: null, channel: 'COUNTER', callerName },
      exceptionReason: isLate ? 'মেরামতের কাগজ দেরিতে পাওয়া গেছে' : null,
    }),
  );
  if (what === 'open') return;
  const actor = at('reviewer', today, '10:35');
  if (what === 'refused') {
    const answer = 'কলের পানি পড়া চোখে দেখা যায়, তাই লুকানো লিকের নিয়মে ছাড় হয় না।';
    await transaction(db, (tx) => refuseLeak(tx, actor, { id, version: 1, answer }));
    return;
  }
  await transaction(db, async (tx) => {
    const { figures } = await leakNow(tx, { invoiceId: bill.id, repairedOn, rules: bill.rules });
    if (!figures) return;
    const answer = 'মেরামতের পর ব্যবহার স্বাভাবিক হয়েছে; বাড়তি ব্যবহারের অর্ধেক ছাড় দেওয়া হলো।';
    await creditLeak(tx, actor, { id, version: 1, amountMinor: figures.amountMinor, answer });
  });
  if (what === 'waiting') return;
  const second = at('engineer', today, '10:55');
  await transaction(db, (tx) => approveLeak(tx, second, { id, version: 2, accept: true, reason: null }));
}

type Portal = { files: Files; rules: LeakRules };

/** The household of the consumer's login, yesterday evening, with a photo of the pit. */
async function askInPortal(
  { db, at, today, months, connections }: Story,
  household: Actor,
  { files, rules }: Portal,
): Promise<void> {
  const connectionId = connections[HOUSEHOLD_CONNECTIONS[1]]?.id ?? '';
  const bill = await first<{ id: string; repairedOn: string }>(
    db,
    sql`select i.id, r.read_on + 1 as "repairedOn" from billing.invoices i join meters.readings r on r.id = i.reading_id and r.period = i.period
      where i.connection_id = ${connectionId} and i.period = ${toldMonth(months)}::date and i.cancelled_on is null and i.adjusts_id is null`,
  );
  if (!bill || !(await leakNow(db, { invoiceId: bill.id, repairedOn: bill.repairedOn, rules })).figures)
    return;
  const day = addDays(today, -1);
  const actor: Actor = { ...household, now: at('system', day, '20:15').now, today: day };
  const sent = { kind: 'attachment', name: 'repair.png', ...sentBy(actor) } as const;
  const { id: proofId } = await receiveFile(files, db, Readable.from([await photoOfPit()]), sent);
  await transaction(db, (tx) =>
    openLeak(tx, actor, {
      ...{ invoiceId: bill.id, repairedOn: bill.repairedOn, proofId, channel: 'PORTAL' },
      words: 'গেটের পাশে মাটির নিচের পাইপ ফেটে গিয়েছিল, পরদিনই মেরামত করিয়েছি।',
    }),
  );
}
