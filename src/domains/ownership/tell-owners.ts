/** SMS and bell of the two owners, in the step's transaction. */
import { accountOfConnection } from '#domains/billing/connection-account.ts';
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { type Language, smsWithCode, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import { type Minor, minor } from '#shared/money.ts';
import type { NoticeKind } from '#shared/words.ts';
import type { Subject } from './lock-request.ts';
import { messages, type OwnershipMessage } from './message-texts.ts';
import { OPEN_STATES, type Side } from './ownership.rules.ts';

type Facts = {
  number: string;
  version: number;
  connection: string;
  successor: string | null;
  toName: string;
  toNameBn: string | null;
  phone: string;
  codePhone: string;
  consumerId: string | null;
  language: Language | null;
};

const factsOf = (tx: Tx, requestId: string, side: Side) =>
  one<Facts>(
    tx,
    sql`select r.number, r.version, r.connection_number as connection, s.number as successor, r.name as "toName", r.name_bn as "toNameBn",
        coalesce(u.phone, r.phone) as phone, a.phone as "codePhone", u.id as "consumerId",
        (select a.language from identity.users a where a.consumer_id = u.id and a.status = 'active' limit 1) as language
      from ownership.requests r
      left join consumers.consumers c on c.id = case when ${side} = 'PRESENT' then r.from_consumer_id
        when r.to_consumer_id is not null then r.to_consumer_id
        else (select p.id from consumers.consumers p where p.phone = r.phone and p.status = 'active' order by p.id limit 1) end
      left join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      left join ownership.consents a on a.request_id = r.id and a.side = ${side}
      left join meters.connections s on s.follows_id = r.connection_id and r.state = 'COMPLETED'
      where r.id = ${requestId}`,
  );

type Telling = {
  requestId: string;
  side: Side;
  what: OwnershipMessage;
  notice: NoticeKind;
  remark?: string | undefined;
  amountMinor?: Minor;
  code?: { text: string; expiresAt: Date; sent: number };
  /** What happens several times and changes no version of the request. */
  nth?: number | string;
};

/** Messages that name the connection as the new owner has it. */
const OF_THEIR_OWN: ReadonlySet<OwnershipMessage> = new Set(['changedTo', 'changedToTaking']);

/** A name as it may be sent to somebody else's phone: letters only, so that it is no message and no number to call. */
const plainName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}.'\- ]/gu, '')
    .trim()
    .slice(0, 60);

/** In the language of the account, else of the utility. A code in it is a secret, and is not sent after its time. */
export async function tellOwner(tx: Tx, actor: Actor, telling: Telling): Promise<void> {
  const { requestId, side, what, notice, remark = '', amountMinor, code, nth } = telling;
  const facts = await factsOf(tx, requestId, side);
  const speaker = await speakerFor(tx, facts.language);
  const { digits, money } = speaker.write;
  const at = nth === undefined ? facts.version : `${facts.version}-${nth}`;
  const occasion = `${requestId}:${side}:${code ? `code-${code.sent}` : at}`;
  await enqueueMessage(tx, {
    ...{
      event: `ownership.${what}:${occasion}`,
      channel: 'sms',
      recipient: code ? facts.codePhone : facts.phone,
    },
    language: speaker.language,
    text: smsWithCode(speaker, messages[what], {
      number: digits(facts.number),
      connection: digits(OF_THEIR_OWN.has(what) ? (facts.successor ?? '') : facts.connection),
      person: plainName((speaker.language === 'bn' && facts.toNameBn) || facts.toName),
      code: code?.text ?? '',
      remark,
      amount: amountMinor === undefined ? '' : money(amountMinor),
      link: speaker.linkTo(facts.number),
    }),
    ...(code ? { secret: true, expiresAt: code.expiresAt } : {}),
  });
  if (!facts.consumerId) return;
  await notify(tx, actor, accountOf(sql`${facts.consumerId}::uuid`), {
    kind: notice,
    occasion,
    path: `/owner-change-request-list/${requestId}`,
    params: { number: facts.number },
  });
}

/** The change waits until the present owner has paid what the new one does not take over: they are told what that is. */
export async function tellDues(
  tx: Tx,
  actor: Actor,
  { id, connectionId, liabilityMinor }: Pick<Subject, 'id' | 'connectionId' | 'liabilityMinor'>,
): Promise<void> {
  const { openMinor } = await accountOfConnection(tx, connectionId);
  if (openMinor <= liabilityMinor) return;
  const told = { requestId: id, side: 'PRESENT', what: 'duesFirst', notice: 'ownership.dues' } as const;
  await tellOwner(tx, actor, { ...told, amountMinor: minor(openMinor - liabilityMinor) });
}

/** Both of them; each one's person who did it gets no bell. */
export async function tellBoth(tx: Tx, actor: Actor, telling: Omit<Telling, 'side' | 'code'>): Promise<void> {
  await tellOwner(tx, actor, { ...telling, side: 'PRESENT' });
  await tellOwner(tx, actor, { ...telling, side: 'NEW' });
}

/** The change waits for its fee: either owner may pay it. */
export async function tellFee(
  tx: Tx,
  actor: Actor,
  { id, feeMinor }: Pick<Subject, 'id' | 'feeMinor'>,
): Promise<void> {
  const told = { requestId: id, what: 'feeFirst', notice: 'ownership.fee' } as const;
  await tellBoth(tx, actor, { ...told, amountMinor: minor(feeMinor) });
}

/**
 * Money of the present owner came for bills of which a new owner was told to take over a part, or such money was taken back: the new
 * owner pays another sum now, or nothing.
 * @param money.minor what it pays of them; less than nothing: what was taken back
 */
export async function tellNewSum(
  tx: Tx,
  actor: Actor,
  { connectionId, paymentId, minor: paidMinor }: { connectionId: string; paymentId: string; minor: number },
): Promise<void> {
  const request = await first<{ id: string; liability: number }>(
    tx,
    sql`select id, liability_minor as liability from ownership.requests
      where connection_id = ${connectionId} and state = any(${OPEN_STATES}::text[]) and liability_minor > 0`,
  );
  if (!request) return;
  const { openMinor } = await accountOfConnection(tx, connectionId);
  const [before, now] = [openMinor + paidMinor, openMinor].map((open) => Math.min(request.liability, open));
  if (before === now || now === undefined) return;
  await tellOwner(tx, actor, {
    ...{ requestId: request.id, side: 'NEW', notice: 'ownership.takes_over', nth: paymentId },
    what: now > 0 ? 'takesOver' : 'takesNothing',
    amountMinor: minor(now),
  });
}
