/** Messages to the applicant, in the transaction of the step that they are about. */
import { type Language, smsText, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, SENT_AHEAD, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { normalisePhone } from '#shared/phone.ts';
import { isToldEnough } from '../intake/household-limits.ts';
import { type AskedItem, askedWords } from './asked-words.ts';
import { type MessageKind, messages } from './message-texts.ts';
import { noticeApplicant } from './notices.ts';

type About = {
  kind: MessageKind;
  remark?: string | undefined;
  expiresOn?: string | undefined;
  /** The day before it was moved. */
  earlierOn?: string | undefined;
  /** What is to be put right: named before the remark, because a long remark is cut. */
  asked?: readonly AskedItem[] | undefined;
  /** What makes the message one of its kind; the application's version if it is left out. */
  occasion?: string;
};

type Row = {
  number: string | null;
  version: number;
  phone: string;
  customer_number: string | null;
  expires_on: string | null;
  balance_minor: number | null;
  language: Language | null;
};

/** One text message about the application as it now is; a step tells once. */
export async function tellApplicant(
  tx: Tx,
  actor: Actor,
  subject: { id: string },
  about: About,
): Promise<void> {
  const row = await one<Row>(
    tx,
    sql`select a.number, a.version, coalesce(a.applicant ->> 'phone', '') as phone, a.customer_number, a.expires_on,
        n.total_minor - n.settled_minor as balance_minor, u.language
      from applications.applications a
      left join applications.demand_notes n on n.application_id = a.id and n.cancelled_at is null
      left join identity.users u on u.consumer_id = a.consumer_id
      where a.id = ${subject.id}`,
  );
  const recipient = normalisePhone(row.phone);
  if (!recipient || (await isToldEnough(tx, actor, recipient))) return;
  const speaker = await speakerFor(tx, row.language);
  const { write } = speaker;
  const asked = askedWords(about.asked ?? [], speaker.language).join(', ');
  const day = about.expiresOn ?? row.expires_on;
  const event = `application.${about.kind}:${subject.id}:${about.occasion ?? row.version}`;
  const isNew = await enqueueMessage(tx, {
    event,
    channel: 'sms',
    recipient,
    language: speaker.language,
    text: smsText(speaker, messages[about.kind], {
      number: write.digits(row.number ?? ''),
      remark: [asked, about.remark ?? ''].filter(Boolean).join(speaker.language === 'bn' ? '। ' : '. '),
      day: day ? write.day(day) : '',
      earlier: about.earlierOn ? write.day(about.earlierOn) : '',
      amount: row.balance_minor === null ? '' : write.money(row.balance_minor),
      customerNumber: write.digits(row.customer_number ?? ''),
      link: speaker.linkTo(row.number ?? ''),
    }),
  });
  if (!isNew) return;
  const version = about.occasion === undefined ? row.version : null;
  await execute(
    tx,
    sql`${SENT_AHEAD} insert into applications.messages (outbox_id, application_id, consumer_id, kind, version, at)
      select o.id, a.id, a.consumer_id, ${about.kind}, ${version}::int, ${actor.now}::timestamptz
      from platform.outbox o join applications.applications a on a.id = ${subject.id}
      where o.event = ${event} and o.channel = 'sms' and o.recipient = ${recipient}`,
  );
}

/** @property isStopped the work stops: nobody comes, also if the day is today. Else the work of today is what ended the day. */
type Days = { before: string | null; after: string | null; isStopped: boolean };

/** What the applicant is told of the day of a visit that was `before` and is `after` now; undefined: nothing. */
export function visitMessage({ before, after, isStopped }: Days, today: string) {
  if (before === after) return undefined;
  const isToCome = before !== null && (before > today || (isStopped && before === today));
  if (after === null) return isToCome ? ('visitOff' as const) : undefined;
  return before !== null && before >= today ? ('visitMoved' as const) : ('visit' as const);
}

/** Who lives at a plot has to be at home when somebody comes: each change of the day is told by SMS and bell. */
export async function tellVisit(
  tx: Tx,
  actor: Actor,
  subject: { id: string; number: string | null; version: number },
  days: Days,
): Promise<void> {
  const kind = visitMessage(days, actor.today);
  if (!kind) return;
  const { before, after } = days;
  await tellApplicant(tx, actor, subject, {
    kind,
    expiresOn: after ?? before ?? undefined,
    earlierOn: before ?? undefined,
  });
  await noticeApplicant(tx, actor, subject, kind);
}
