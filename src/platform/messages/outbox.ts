/**
 * Messages to people. A message is a row written in the business transaction: rolled back, nothing is sent;
 * committed, it is delivered once for its (event, channel, recipient). A sender that dies between sending and
 * noting it makes the row claimable again after its lease; the second try has the same id, by which mail
 * servers and SMS gateways drop the repetition. Leases and delays are counted in the database's time, because
 * several processes share them.
 */

import type { Logger } from 'pino';
import { asSent } from '#shared/sms/sms.ts';
import { atMost } from '../at-most.ts';
import {
  all,
  type Db,
  execute,
  first,
  PLANNED_ONCE,
  SENT_AHEAD,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../database/db.ts';
import { addJob, type Jobs, type LongJob } from '../jobs.ts';
import { NonsenseAnswer } from './outgoing.ts';
import {
  type Channel,
  MAILS_AT_ONCE,
  NoSender,
  OurFault,
  type OutboxMessage,
  type Senders,
  Undeliverable,
} from './sender.ts';
import { forgetSimulated } from './simulator.ts';

export type NewMessage = {
  /** What happened, unique in its domain: `billing.invoice-posted:<id>`. */
  event: string;
  channel: Channel;
  recipient: string;
  language: 'en' | 'bn';
  /** E-mail only. */
  subject?: string;
  text: string;
  /** Not sent any more after this: a one-time code that has run out. */
  expiresAt?: Date;
  /** The text holds a code or link that opens something: it is emptied after delivery. */
  secret?: boolean;
};

/** Told in the transaction that notes a failure because of us: no sender, one that does not take us, or one that was away for days. */
export type TellUndeliverable = (tx: Tx, channel: Channel) => Promise<void>;

/**
 * Keeps what this transaction has written so far from being sent: for a history that is written down afterwards,
 * of which nobody is to be told. created_at is the start of the transaction, which finds its own messages.
 */
export async function withholdMessages(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`update platform.outbox set state = 'expired', body = case when secret then '' else body end
    where state = 'waiting' and created_at = now()`,
  );
}

/** Of each channel; the database's `wake_outbox` adds them by these names. */
const DELIVER_JOBS = {
  sms: 'platform:deliver-outbox',
  email: 'platform:deliver-mails',
} as const satisfies Record<Channel, string>;
const CHANNELS = ['sms', 'email'] as const satisfies readonly Channel[];
const BATCH = 20;
/** With retryDelay: about two days of a server that is away. */
const MAX_ATTEMPTS = 60;
/** Longer than any sender's own time-out (30 s), so that a living sender never loses its claim. */
const LEASE_SECONDS = 120;

/** Writes a message in the caller's transaction. Says whether it is new; a known event is not sent again. */
export async function enqueueMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  return (await enqueueMessages(tx, rowOf(message))) === 1;
}

/** The same for a message that is new: nothing is waited for before the commit. */
export async function sendWithCommit(tx: Tx, message: NewMessage): Promise<void> {
  await execute(tx, sql`${SENT_AHEAD}${PLANNED_ONCE} ${insertOf(rowOf(message))}`);
}

const bodyOf = (channel: Channel, text: string): string =>
  channel === 'sms' ? asSent(text) : text.normalize('NFC');

function rowOf(message: NewMessage): Sql {
  return sql`select ${message.event}::text as event, ${message.channel}::text as channel,
    ${message.recipient}::text as recipient, ${message.language}::text as language,
    ${message.subject ?? null}::text as subject, ${bodyOf(message.channel, message.text)}::text as body,
    ${message.secret ?? false}::boolean as secret, ${message.expiresAt?.toISOString() ?? null}::timestamptz as expires_at`;
}

const insertOf = (rows: Sql): Sql =>
  sql`insert into platform.outbox (event, channel, recipient, language, subject, body, secret, expires_at)
    select event, channel, recipient, language, subject, body, secret, expires_at from (${rows}) as message
    on conflict on constraint outbox_once do nothing`;

/**
 * Writes many messages with one statement and says how many are new.
 * @param rows a select of event, channel, recipient, language, subject, body, secret, expires_at
 */
export async function enqueueMessages(tx: Tx, rows: Sql): Promise<number> {
  const written = await first<{ count: number }>(
    tx,
    sql`with written as (${insertOf(rows)} returning id)
    select count(*)::int as count from written`,
  );
  return written?.count ?? 0;
}

/** A message with its text, in which is nothing that opens something. */
export type WrittenMessage = Pick<NewMessage, 'event' | 'channel' | 'recipient' | 'language'> & {
  subject: string | null;
  body: string;
};

/** Many whose texts were written by the program, with one statement. */
export async function enqueueWritten(tx: Tx, written: readonly WrittenMessage[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((message) => ({ ...message, body: bodyOf(message.channel, message.body) }));
  await enqueueMessages(
    tx,
    sql`select m.event, m.channel, m.recipient, m.language, m.subject, m.body, false as secret, null::timestamptz as expires_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as m (event text, channel text, recipient text, language text, subject text, body text)`,
  );
}

/** The jobs that deliver what is in the outbox, for startJobs; OUTBOX_CRONTAB goes into its crontab. */
export function outboxJobs(db: Db, senders: Senders, tell?: TellUndeliverable): Jobs {
  return {
    [DELIVER_JOBS.sms]: async (_payload, { signal, log }) => {
      await forgetSimulated(db);
      await deliverDue(db, senders, { signal, log, tell, channels: ['sms'] });
    },
    [DELIVER_JOBS.email]: (_payload, { signal, log }) =>
      deliverDue(db, senders, { signal, log, tell, channels: ['email'] }).then(() => undefined),
  };
}

/** A gateway or a mail server that hangs keeps its own places only: no other message, and no other job, waits for it. */
export const OUTBOX_LONG: Readonly<Record<string, LongJob>> = {
  [DELIVER_JOBS.sms]: 'sms',
  [DELIVER_JOBS.email]: 'mail',
};

/** Every minute, for messages whose job was lost with its process. */
export const OUTBOX_CRONTAB = CHANNELS.map((channel) => `* * * * * ${DELIVER_JOBS[channel]}`).join('\n');

type Round = { log: Logger; signal?: AbortSignal; tell?: TellUndeliverable | undefined };
type Claimed = OutboxMessage & { attempts: number; state: 'sending' | 'expired' };

/** Sends everything that is due, each channel for itself. Returns how many messages were delivered. */
export async function deliverDue(
  db: Db,
  senders: Senders,
  { channels = CHANNELS, ...round }: Round & { channels?: readonly Channel[] },
): Promise<number> {
  const delivered = await Promise.all(channels.map((channel) => deliverChannel(db, senders, channel, round)));
  return delivered.reduce((sum, count) => sum + count, 0);
}

async function deliverChannel(
  db: Db,
  senders: Senders,
  channel: Channel,
  { log, signal, tell }: Round,
): Promise<number> {
  let delivered = 0;
  while (!signal?.aborted) {
    const claimed = await claim(db, channel);
    if (claimed.length === 0) break;
    const due = claimed.filter(({ state }) => state === 'sending');
    const send = (message: Claimed) => deliver(db, senders, { message, log, tell });
    const outcomes = channel === 'email' ? await sendInTurn(db, due, send) : await Promise.all(due.map(send));
    delivered += outcomes.filter(Boolean).length;
  }
  return delivered;
}

/**
 * A mail that waits for a connection would lose its claim before its sending begins, and go out twice: the lease begins again with
 * the sending, and a mail that has another claim by then is left to that one.
 */
function sendInTurn(
  db: Db,
  mails: readonly Claimed[],
  send: (mail: Claimed) => Promise<boolean>,
): Promise<boolean[]> {
  const turns = atMost({ running: MAILS_AT_ONCE, waiting: mails.length });
  return Promise.all(
    mails.map((mail) => turns.run(async () => (await renewClaim(db, mail)) && (await send(mail)))),
  );
}

async function renewClaim(db: Db, { id, attempts }: Claimed): Promise<boolean> {
  const ours = await first(
    db,
    sql`update platform.outbox set due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and state = 'sending' and attempts = ${attempts} returning id`,
  );
  return ours !== undefined;
}

/**
 * Takes up to BATCH due messages of a channel; those that have run out are closed without sending. What expires, like a code, comes first: it
 * is of no use after all that was due before.
 */
async function claim(db: Db, channel: Channel): Promise<Claimed[]> {
  return all(
    db,
    sql`update platform.outbox
      set state = case when expires_at <= now() then 'expired' else 'sending' end,
        body = case when expires_at <= now() and secret then '' else body end,
        attempts = attempts + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where id in (select id from platform.outbox
        where state in ('waiting', 'sending') and due_at <= now() and channel = ${channel}
        order by (expires_at is null), due_at limit ${BATCH} for update skip locked)
      returning id, channel, recipient, language, subject, body as text, secret, attempts, state`,
  );
}

async function deliver(
  db: Db,
  senders: Senders,
  { message, log, tell }: Pick<Round, 'log' | 'tell'> & { message: Claimed },
): Promise<boolean> {
  try {
    await senders[message.channel](message);
  } catch (error) {
    const reason = reasonOf(error, message.secret);
    await noteFailure(db, message, { error, reason, tell });
    log.warn({ reason, message: message.id, attempt: message.attempts }, 'a message was not delivered');
    return false;
  }
  await execute(
    db,
    sql`update platform.outbox
    set state = 'delivered', delivered_at = now(), last_error = null, body = case when secret then '' else body end
    where id = ${message.id}`,
  );
  return true;
}

/** The other side may answer with the message itself: of a secret one only the kind of the failure is kept. */
export function reasonOf(error: unknown, isSecret: boolean): string {
  if (!isSecret || error instanceof NoSender) return String(error).slice(0, 500);
  const { name, code, responseCode } = error as { name?: string; code?: unknown; responseCode?: unknown };
  const kinds = [code, responseCode].filter((kind) => /^[A-Z\d_]{2,30}$/.test(String(kind)));
  return [name ?? 'Error', ...kinds].join(' ');
}

type Failure = { error: unknown; reason: string; tell: TellUndeliverable | undefined };

async function noteFailure(db: Db, message: Claimed, { error, reason, tell }: Failure): Promise<void> {
  const isGivenUp = error instanceof NoSender || message.attempts >= MAX_ATTEMPTS;
  const final = error instanceof Undeliverable || isGivenUp;
  const isOurs = isGivenUp || error instanceof OurFault || error instanceof NonsenseAnswer;
  await transaction(db, async (tx) => {
    const row = await first<{ due_at: string }>(
      tx,
      sql`update platform.outbox set
          state = ${final ? 'failed' : 'waiting'},
          due_at = now() + make_interval(secs => ${retryDelay(message.attempts)}),
          last_error = ${reason},
          body = case when secret and ${final}::boolean then '' else body end
        where id = ${message.id} and state = 'sending'
        returning due_at`,
    );
    if (row && !final) await addJob(tx, DELIVER_JOBS[message.channel], {}, { runAt: new Date(row.due_at) });
    if (row && isOurs) await tell?.(tx, message.channel);
  });
}

/** Seconds to the next try: 5, 10, 20 … at most an hour. */
export function retryDelay(attempt: number): number {
  return Math.min(5 * 2 ** Math.min(attempt - 1, 20), 3600);
}
