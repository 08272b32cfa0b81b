/** Support tickets in every state, by the actions of a person's press: of the household, and noted at the office for others. */

import { noteInTicket, replyToTicket } from '#domains/support/steps/actions/answer-ticket.ts';
import { assignTicket } from '#domains/support/steps/actions/assign-ticket.ts';
import { createTicket } from '#domains/support/steps/actions/create-ticket.ts';
import { updateTicketStatus } from '#domains/support/steps/actions/end-ticket.ts';
import { orderFromTicket } from '#domains/support/steps/actions/order-work.ts';
import type { STEP_TO } from '#domains/support/ticket.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { HOUSEHOLD_CONNECTIONS } from './customers.ts';
import type { Story } from './story.ts';

type Step = readonly [
  (
    | 'assign'
    | 'start'
    | 'reply'
    | 'ask'
    | 'answer'
    | 'note'
    | 'order'
    | 'resolve'
    | 'reject'
    | 'rate'
    | 'reopen'
  ),
  string?,
];
type Told = {
  /** Before today. */
  days: number;
  code: string;
  subject: string;
  text: string;
  steps: readonly Step[];
};

/** What the household wrote in the portal. */
const OWN: readonly Told[] = [
  {
    ...{ days: 21, code: 'WRONG_BILL', subject: 'গত মাসের বিল অনেক বেশি' },
    text: 'প্রতি মাসে ৬০০ টাকার মতো বিল আসে, গত মাসে দ্বিগুণ এসেছে। বাসায় লোক বাড়েনি। অনুগ্রহ করে দেখুন।',
    steps: [
      ['assign'],
      ['reply', 'মিটারের রিডিং মিলিয়ে দেখছি। আজকের মধ্যে জানাব।'],
      ['note', 'রিডিং ঠিক আছে, আগের মাসের রিডিং কম নেওয়া হয়েছিল।'],
      ['resolve', 'আগের মাসে রিডিং কম নেওয়া হয়েছিল, তাই দুই মাসের পানি এক বিলে এসেছে। মোট পরিমাণ ঠিক আছে।'],
      ['rate', '4'],
    ],
  },
  {
    ...{ days: 4, code: 'METER', subject: 'মিটারের কাচ ঘোলা, রিডিং পড়া যায় না' },
    text: 'মিটারের ভেতরে পানি জমে কাচ ঘোলা হয়ে গেছে। রিডিং নিতে এসে লোক ফিরে গেছেন।',
    steps: [['assign'], ['start'], ['ask', 'মিটারটি কি গেটের ভেতরে? কোন সময়ে কেউ বাসায় থাকেন?']],
  },
  {
    ...{ days: 2, code: 'LEAK', subject: 'গেটের সামনে রাস্তা থেকে পানি উঠছে' },
    text: 'সকাল থেকে গেটের ঠিক সামনে রাস্তা ফুঁড়ে পানি উঠছে। পানির চাপও কমে গেছে।',
    steps: [
      ['assign'],
      ['reply', 'খবর পেয়েছি। আজই লোক পাঠানো হচ্ছে।'],
      ['order', 'গেটের সামনে রাস্তা থেকে পানি উঠছে; সার্ভিস লাইন দেখতে হবে।'],
    ],
  },
  {
    ...{ days: 1, code: 'PAYMENT', subject: 'অনলাইনে টাকা কেটেছে, রসিদ পাইনি' },
    text: 'গতকাল রাতে অনলাইনে বিল দিয়েছি। ব্যাংক থেকে টাকা কেটেছে, কিন্তু রসিদ আসেনি।',
    steps: [
      ['assign'],
      ['resolve', 'ব্যাংকের নিশ্চিতকরণ দেরিতে এসেছে। টাকা জমা হয়েছে; রসিদ এখন পরিশোধের ইতিহাসে আছে।'],
    ],
  },
];

/** What others came or called about. */
const NOTED: readonly Told[] = [
  {
    ...{ days: 6, code: 'NO_WATER', subject: 'তিন দিন ধরে পানি নেই' },
    text: 'পুরো গলিতে তিন দিন ধরে পানি আসছে না। ট্যাংকারও আসেনি।',
    steps: [],
  },
  {
    ...{ days: 1, code: 'WATER_QUALITY', subject: 'পানিতে দুর্গন্ধ' },
    text: 'দুই দিন ধরে পানি ঘোলা, আর নর্দমার মতো গন্ধ। বাচ্চারা অসুস্থ হয়ে পড়ছে।',
    steps: [],
  },
  {
    ...{ days: 1, code: 'LOW_PRESSURE', subject: 'তিনতলায় পানি ওঠে না' },
    text: 'রাত ছাড়া তিনতলায় পানি ওঠে না। আগে এমন ছিল না।',
    steps: [['assign']],
  },
  {
    ...{ days: 2, code: 'CONNECTION', subject: 'নতুন সংযোগের আবেদন কত দূর' },
    text: 'দুই মাস আগে আবেদন করেছি, এখনো কেউ জরিপ করতে আসেননি।',
    steps: [['assign'], ['reply', 'আপনার আবেদনটি জরিপের অপেক্ষায় আছে। এই সপ্তাহে লোক যাবেন।']],
  },
  {
    ...{ days: 9, code: 'OTHER', subject: 'পাশের প্লটের দেয়াল পাইপের ওপর' },
    text: 'পাশের প্লটে নতুন দেয়াল উঠছে, আমাদের পাইপের ঠিক ওপর দিয়ে। কাজ বন্ধ করাতে হবে।',
    steps: [
      ['assign'],
      ['note', 'দেয়ালটি তাঁদের নিজের জমিতে।'],
      ['reject', 'দেয়ালটি মালিকের নিজের জমিতে, আর পাইপের কোনো ক্ষতি হয়নি। জমির সীমানা নিয়ে সিটি করপোরেশনে জানান।'],
    ],
  },
  {
    ...{ days: 5, code: 'LEAK', subject: 'মিটারের গোড়া থেকে পানি পড়ে' },
    text: 'মিটারের গোড়া থেকে সারাক্ষণ ফোঁটা ফোঁটা পানি পড়ছে।',
    steps: [
      ['assign'],
      ['resolve', 'জোড়া শক্ত করে দেওয়া হয়েছে।'],
      ['reopen', 'গ্রাহক ফোনে জানিয়েছেন: এখনো পানি পড়ছে।'],
    ],
  },
  {
    ...{ days: 3, code: 'WRONG_BILL', subject: 'বন্ধ বাসার বিল এসেছে' },
    text: 'বাসা চার মাস ধরে বন্ধ, তবু প্রতি মাসে একই বিল আসছে।',
    steps: [['assign'], ['start'], ['note', 'মিটার পড়া হয়নি, বিল অনুমানে করা।']],
  },
  {
    ...{ days: 14, code: 'PAYMENT', subject: 'এক বিল দুবার দেওয়া হয়েছে' },
    text: 'ভুলে একই বিল কাউন্টারে ও অনলাইনে দুবার দেওয়া হয়েছে।',
    steps: [
      ['assign'],
      ['reply', 'দুটি পেমেন্টই পাওয়া গেছে।'],
      ['resolve', 'বাড়তি টাকা অগ্রিম হিসেবে জমা আছে; পরের বিলে কাটা যাবে।'],
    ],
  },
];

const STEP_MINUTES = 25;
type People = { lead: Actor; agent: Actor; writer: Actor };
type Status = keyof typeof STEP_TO;

export async function writeTickets(story: Story, household: Actor): Promise<void> {
  const own = HOUSEHOLD_CONNECTIONS[0];
  const connectionId = own === undefined ? null : (story.connections[own]?.id ?? null);
  for (const told of OWN) {
    const day = addDays(story.today, -told.days);
    const writer = { ...household, now: story.at('reviewer', day, '09:20').now, today: day };
    await tell(story, told, { writer, about: { applicationId: connectionId, consumerId: null } });
  }
  const others = await strangers(story, household);
  for (const [index, told] of NOTED.entries()) {
    const other = others[index];
    if (!other) return;
    const writer = story.at('reviewer', addDays(story.today, -told.days), '10:10');
    await tell(story, told, {
      ...{ writer, about: { applicationId: other.connectionId, consumerId: other.consumerId } },
    });
  }
}

/** Consumers with one running connection, who have no login. */
const strangers = ({ db }: Story, household: Actor) =>
  all<{ consumerId: string; connectionId: string }>(
    db,
    sql`select c.consumer_id as "consumerId", min(c.id::text)::uuid as "connectionId" from meters.connections c
      where c.status = 'active' and c.consumer_id is distinct from ${household.consumerId}::uuid
        and not exists (select from identity.users u where u.consumer_id = c.consumer_id)
      group by c.consumer_id having count(*) = 1 order by c.consumer_id limit ${NOTED.length}`,
  );

type Telling = { writer: Actor; about: { applicationId: string | null; consumerId: string | null } };

async function tell(story: Story, told: Told, { writer, about }: Telling): Promise<void> {
  const { db } = story;
  const { id: categoryId } = await one<{ id: string }>(
    db,
    sql`select id from support.categories where code = ${told.code}`,
  );
  const day = writer.today;
  const { id } = await transaction(db, (tx) =>
    createTicket(tx, writer, {
      ...{ categoryId, subject: told.subject, text: told.text, ...about, aboutNumber: null },
      ...{ files: [], channel: 'PHONE', priority: null },
    }),
  );
  for (const [index, step] of told.steps.entries()) {
    const at = (actor: Actor): Actor => ({
      ...actor,
      now: new Date(writer.now.getTime() + (index + 1) * STEP_MINUTES * 60_000),
      today: day,
    });
    const people = {
      lead: at(story.at('engineer', day)),
      agent: at(story.at('reviewer', day)),
      writer: at(writer),
    };
    await transaction(db, (tx) => take(tx, id, step, people));
  }
}

/** A rating is its stars. */
async function take(
  tx: Tx,
  ticketId: string,
  [step, text = '']: Step,
  { lead, agent, writer }: People,
): Promise<void> {
  const { version, seenUpTo } = await one<{ version: number; seenUpTo: string }>(
    tx,
    sql`select version, last_message_id as "seenUpTo" from support.tickets where id = ${ticketId}`,
  );
  const update = (actor: Actor, status: Status, more: object = {}) =>
    updateTicketStatus(tx, actor, { ticketId, status, version, ...more });
  const reply = (actor: Actor, waits = false) =>
    replyToTicket(tx, actor, { ticketId, text, seenUpTo, files: [], waits });
  if (step === 'assign') await assignTicket(tx, lead, { ticketId, version, agentId: String(agent.userId) });
  else if (step === 'start') await update(agent, 'IN_PROGRESS');
  else if (step === 'reply') await reply(agent);
  else if (step === 'ask') await reply(agent, true);
  else if (step === 'answer') await reply(writer);
  else if (step === 'note') await noteInTicket(tx, agent, { ticketId, text });
  else if (step === 'order') await order(tx, agent, { ticketId, version, description: text });
  else if (step === 'resolve') await update(agent, 'RESOLVED', { remark: text });
  else if (step === 'reject') await update(agent, 'REJECTED', { remark: text });
  else if (step === 'rate') await update(writer, 'CLOSED', { stars: Number(text) });
  else await update(agent, 'REOPENED', { remark: text });
}

async function order(
  tx: Tx,
  agent: Actor,
  input: { ticketId: string; version: number; description: string },
): Promise<void> {
  const { id: categoryId } = await one<{ id: string }>(
    tx,
    sql`select c.order_category_id as id from support.tickets t join support.categories c on c.id = t.category_id
      where t.id = ${input.ticketId}`,
  );
  await orderFromTicket(tx, agent, {
    ...{ ...input, categoryId, priority: null, connectionNumber: null, roadId: null, plotNumber: null },
    anyway: true,
  });
}
