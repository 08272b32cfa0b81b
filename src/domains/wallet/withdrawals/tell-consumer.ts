/** The SMS and the bell about a withdrawal, in the transaction of its step. */
import { account, accountOf, holdersOf } from '#domains/identity/notices/receivers.ts';
import { type Language, smsWithCode, speakerFor } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { enqueueMessage } from '#platform/messages/outbox.ts';
import type { Permission } from '#shared/permissions.ts';
import type { NoticeKind } from '#shared/words.ts';
import { messages, type WithdrawalMessage } from './message-texts.ts';

const TOLD: Record<Exclude<WithdrawalMessage, 'code'>, NoticeKind> = {
  approved: 'wallet.approved',
  refused: 'wallet.refused',
  expired: 'wallet.expired',
  paid: 'wallet.paid',
  returned: 'wallet.returned',
  taken_back: 'wallet.taken_back',
};

const NEXT = {
  waiting: 'wallet.waiting',
  to_pay: 'wallet.to_pay',
  return_waiting: 'wallet.return_waiting',
} as const satisfies Record<string, NoticeKind>;

type Facts = {
  consumerId: string;
  phone: string;
  language: Language | null;
  minor: number;
  remark: string | null;
};

/** To the phone that the code went to. A code in it is a secret, and is not sent after its time. */
export async function tellConsumer(
  tx: Tx,
  actor: Actor,
  withdrawalId: string,
  what: WithdrawalMessage,
  code?: { text: string; expiresAt: Date; isNew?: boolean },
): Promise<void> {
  const facts = await one<Facts>(
    tx,
    sql`select f.consumer_id as "consumerId", f.phone, f.amount_minor as minor, f.decision_remark as remark,
        (select u.language from identity.users u where u.consumer_id = f.consumer_id and u.status = 'active' limit 1) as language
      from wallet.withdrawals f where f.id = ${withdrawalId}`,
  );
  const speaker = await speakerFor(tx, facts.language);
  await enqueueMessage(tx, {
    ...{
      event: `wallet.${what}:${withdrawalId}${code?.isNew ? ':new' : ''}`,
      channel: 'sms',
      recipient: facts.phone,
    },
    language: speaker.language,
    text: smsWithCode(speaker, messages[what], {
      amount: speaker.write.money(facts.minor),
      code: code?.text ?? '',
      remark: facts.remark ?? '',
    }),
    ...(code ? { secret: true, expiresAt: code.expiresAt } : {}),
  });
  if (what === 'code') return;
  await notify(tx, actor, accountOf(sql`${facts.consumerId}::uuid`), {
    kind: TOLD[what],
    occasion: `${withdrawalId}:${what}`,
    path: `/deposit-withdraw-mange?withdrawal=${withdrawalId}`,
    params: { minor: facts.minor },
  });
}

/** Those who have the next step. A return that was refused may be reported again: that is told again. */
export async function tellOffice(
  tx: Tx,
  actor: Actor,
  withdrawal: { id: string; amountMinor: number },
  next: keyof typeof NEXT,
): Promise<void> {
  const word: Permission = next === 'to_pay' ? 'wallet:withdraw' : 'wallet:approve';
  await notify(tx, actor, holdersOf(word), {
    kind: NEXT[next],
    occasion: `${withdrawal.id}:${next}${next === 'return_waiting' ? `:${actor.now.toISOString()}` : ''}`,
    path: `/deposit-withdraw-mange?withdrawal=${withdrawal.id}`,
    params: { minor: withdrawal.amountMinor },
  });
}

type Verdict = { by: string; at: string; accept: boolean; remark?: string | undefined };

/** Who reported that the bank sent it back reads whether the second person agreed, and why not. */
export async function tellReporter(
  tx: Tx,
  actor: Actor,
  { id, amountMinor: minor }: { id: string; amountMinor: number },
  { by, at, accept, remark = '' }: Verdict,
): Promise<void> {
  await notify(tx, actor, account(by), {
    kind: accept ? 'wallet.return_agreed' : 'wallet.return_refused',
    occasion: `${id}:${at}`,
    path: `/deposit-withdraw-mange?withdrawal=${id}`,
    params: { minor, name: actor.name, ...(accept ? {} : { reason: remark }) },
  });
}
