/** How messages go out: what is configured, and how it went lately. */
import { all, type Db, first, one, sql, type Tx } from '#platform/database/db.ts';
import { listSimulated } from '#platform/messages/simulator.ts';
import type { Sending } from '#platform/platform.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import {
  type EmailValue,
  emailValue,
  type Sender,
  type SenderChannel,
  type SenderTest,
  type SmsValue,
  smsValue,
} from './contract.ts';

type Row = Omit<Sender, 'email' | 'sms'> & { value: unknown };

const COLUMNS = sql`id, channel, in_use as "inUse", value, updated_at as "updatedAt", updated_by_name as "updatedBy", version,
  case when secret_key is not null
    then jsonb_build_object('setAt', secret_set_at, 'setBy', secret_set_by_name) end as secret`;

function fromRow({ value, ...row }: Row): Sender {
  return {
    ...row,
    email: row.channel === 'email' ? emailValue.parse(value) : null,
    sms: row.channel === 'sms' ? smsValue.parse(value) : null,
  };
}

/** One configuration; refuses an unknown id. */
export async function getSender(db: Db | Tx, id: string): Promise<Sender> {
  const row = await first<Row>(db, sql`select ${COLUMNS} from settings.senders where id = ${id}`);
  if (!row) throw fail(commonErrors.not_found);
  return fromRow(row);
}

async function senderOf(db: Db | Tx, channel: SenderChannel): Promise<Sender | null> {
  const row = await first<Row>(db, sql`select ${COLUMNS} from settings.senders where channel = ${channel}`);
  return row ? fromRow(row) : null;
}

export type OpenSender =
  | { channel: 'email'; value: EmailValue; secret: string }
  | { channel: 'sms'; value: SmsValue; secret: string };

type Kept = {
  channel: SenderChannel;
  value: unknown;
  secret_key: string | null;
  secret_sealed: Buffer | null;
};

function opened(vault: Vault, row: Kept): OpenSender {
  const { channel, secret_key: key, secret_sealed: bytes } = row;
  const secret = key && bytes ? vault.open(`sender.${channel}`, { key, bytes }) : '';
  return channel === 'email'
    ? { channel, value: emailValue.parse(row.value), secret }
    : { channel, value: smsValue.parse(row.value), secret };
}

/** With its secret in clear, for the moment of sending; undefined if the program's own settings count. */
export async function openSenderInUse(
  db: Db | Tx,
  vault: Vault,
  channel: SenderChannel,
): Promise<OpenSender | undefined> {
  const row = await first<Kept>(
    db,
    sql`select channel, value, secret_key, secret_sealed from settings.senders where channel = ${channel} and in_use`,
  );
  return row && opened(vault, row);
}

/** The same by its id, in use or not: it is tried before it is used. */
export async function openSender(db: Db | Tx, vault: Vault, id: string): Promise<OpenSender> {
  const row = await first<Kept>(
    db,
    sql`select channel, value, secret_key, secret_sealed from settings.senders where id = ${id}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  return opened(vault, row);
}

const TESTS_SHOWN = 5;
const FAILURES_SHOWN = 20;

/** What the screen of a channel shows. */
export async function getSending(
  db: Db | Tx,
  { programHosts, simulatesSms }: Sending,
  channel: SenderChannel,
) {
  const [config, tests, failures, figures] = await Promise.all([
    senderOf(db, channel),
    lastTests(db, channel, TESTS_SHOWN),
    all<{ at: string; recipient: string; error: string }>(
      db,
      sql`select due_at as at, '…' || right(recipient, 6) as recipient, coalesce(last_error, '') as error
        from platform.outbox where channel = ${channel} and state = 'failed' order by due_at desc limit ${FAILURES_SHOWN}`,
    ),
    one<{ waiting: number; lastDeliveredAt: string | null }>(
      db,
      sql`select (select count(*) from platform.outbox where channel = ${channel} and state in ('waiting', 'sending')) as waiting,
        (select max(delivered_at) from platform.outbox where channel = ${channel} and state = 'delivered') as "lastDeliveredAt"`,
    ),
  ]);
  const programHost = programHosts[channel];
  const without =
    channel === 'sms' && (await simulatesSms?.(db)) ? ('simulator' as const) : ('nobody' as const);
  const by = config?.inUse ? ('config' as const) : programHost ? ('program' as const) : without;
  const simulated = by === 'simulator' ? await listSimulated(db) : [];
  return { config, by, programHost, tests, failures, simulated, ...figures };
}

/** The newest tries of the test button. */
export function lastTests(db: Db | Tx, channel: SenderChannel, limit: number): Promise<SenderTest[]> {
  return all(
    db,
    sql`select outcome, answer, tested_at as "testedAt", tested_by_name as "testedBy"
      from settings.sender_tests where channel = ${channel} order by tested_at desc, id desc limit ${limit}`,
  );
}
