/**
 * A link to pay the charge of one work order, by SMS and mail to who pays: 128 random bits of which only the hash is kept, in force for some
 * days or until the next one is sent. It pays this charge and opens nothing else. It leaves through the outbox, never through an answer.
 */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { type Language, mailText, smsText, speakerFor } from '#domains/settings/speaker.ts';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import { lockOrder } from '#domains/work-orders/lock-order.ts';
import { chargeAsked } from '#domains/work-orders/queries.ts';
import type { sendPayLink as sendCall } from '#domains/work-orders/steps/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { startOfDay } from '#platform/database/days.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { normalisePhone } from '#shared/phone.ts';
import { messages } from '../message-texts.ts';
import { hashOf } from '../queries.ts';

const LIFE_DAYS = 3;
/** Of one order within a day: each is an SMS to somebody else's phone. */
const LINKS_A_DAY = 3;
const BYTES = 16;

type Answer = z.output<(typeof sendCall)['output']>;
type Payer = {
  dueMinor: number;
  phone: string | null;
  email: string | null;
  language: Language | null;
  lastDay: string;
  /** The end of that day: the message names no hour. */
  expiresAt: string;
};

export async function sendPayLink(
  tx: Tx,
  actor: Actor,
  { publicUrl, ...input }: { orderId: string; version: number; publicUrl: string },
): Promise<Answer> {
  // Of two who send at once the second one counts the link of the first.
  const order = await lockOrder(tx, actor, input.orderId);
  if (order.version !== input.version) throw fail(commonErrors.stale_version);
  const payer = await payerOf(tx, order.id, addDays(actor.today, LIFE_DAYS));
  const { lastDay } = payer;
  const expiresAt = new Date(payer.expiresAt);
  if (payer.dueMinor === 0) throw fail(orderErrors.nothing_due);
  const phone = payer.phone && normalisePhone(payer.phone);
  if (!phone && !payer.email) throw fail(orderErrors.payer_unreachable);
  await refuseTooOften(tx, actor, {
    what: 'links to pay sent',
    done: sql`select sent_at as at from payments.links where work_order_id = ${order.id}`,
    most: LINKS_A_DAY,
    refusal: orderErrors.link_too_often,
  });
  const code = randomBytes(BYTES).toString('base64url');
  const linkId = await keepLink(tx, actor, { orderId: order.id, code, expiresAt });
  const speaker = await speakerFor(tx, payer.language);
  const facts = {
    ...{ number: speaker.write.digits(order.number), amount: speaker.write.money(payer.dueMinor) },
    ...{ day: speaker.write.day(lastDay), link: `${publicUrl}/pay-link#${code}` },
  };
  // Phones know an address without its https:// too, which is eight signs.
  const inSms = { ...facts, link: facts.link.replace(/^https:\/\//, '') };
  const common = { event: `payments.link:${linkId}`, language: speaker.language, expiresAt, secret: true };
  if (phone)
    await enqueueMessage(tx, {
      ...{ ...common, channel: 'sms', recipient: phone, text: smsText(speaker, messages.payLink, inSms) },
    });
  if (payer.email)
    await enqueueMessage(tx, {
      ...{ ...common, channel: 'email', recipient: payer.email },
      ...mailText(speaker, messages.payLink, facts),
    });
  const sentBy = { bySms: Boolean(phone), byEmail: Boolean(payer.email) };
  await audit(tx, actor, {
    ...{ action: 'work-order.send-link', object: 'work_order', objectId: order.id },
    after: { number: order.number, amountMinor: payer.dueMinor, expiresAt, ...sentBy },
  });
  return { id: order.id, ...sentBy, expiresAt: expiresAt.toISOString() };
}

/** Who has the connection, by the register; of work without one, who called the office. */
const payerOf = (tx: Tx, orderId: string, lastDay: string): Promise<Payer> =>
  one<Payer>(
    tx,
    sql`select case when ${chargeAsked('o')} then o.charge_minor - o.paid_minor else 0 end as "dueMinor",
        coalesce(u.phone, o.phone) as phone, u.email, ${lastDay}::date as "lastDay",
        ${startOfDay(sql`${lastDay}::date + 1`)} as "expiresAt",
        (select a.language from identity.users a where a.consumer_id = u.id and a.status = 'active' limit 1) as language
      from work_orders.orders o left join consumers.consumers c on c.id = o.consumer_id
      left join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where o.id = ${orderId}`,
  );

type Link = { orderId: string; code: string; expiresAt: Date };

/** The one before opens nothing from now on. */
async function keepLink(tx: Tx, actor: Actor, { orderId, code, expiresAt }: Link): Promise<string> {
  await execute(
    tx,
    sql`update payments.links set replaced_at = ${actor.now} where work_order_id = ${orderId} and replaced_at is null`,
  );
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.links (token_hash, work_order_id, sent_by, sent_by_name, sent_at, expires_at)
      values (${hashOf(code)}, ${orderId}, ${actor.userId}, ${actor.name}, ${actor.now}, ${expiresAt}) returning id`,
  );
  return id;
}
