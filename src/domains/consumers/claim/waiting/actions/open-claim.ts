/**
 * A claim of an entry that has another phone than the claimant. Its numbers prove nothing, because staff lists show them:
 * the phone of the register is told, and agrees by its code; or staff decide. The caller has locked the entry.
 */
import type { Keys } from '#domains/identity/actions/open-session.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../../contract.ts';
import { CLAIMS_OF_ACCOUNT, CODE_SECONDS, CODES_FOR_ENTRY } from '../../claim-limits.ts';
import type { ClaimedEntry } from '../../find-entry.ts';
import { claimCode } from '../claim-code.ts';
import { tellRegister } from './tell-about-claim.ts';

type Asked = { userId: string; phone: string; customerNumber: string; entry: ClaimedEntry };

/** Opens the claim, once: asking again while it waits changes nothing and tells nobody. */
export async function openClaim(tx: Tx, actor: Actor, keys: Keys, asked: Asked): Promise<void> {
  const { userId, phone, customerNumber, entry } = asked;
  const waiting = await first(
    tx,
    sql`select id from consumers.claims where user_id = ${userId} and consumer_id = ${entry.id} and state = 'WAITING'`,
  );
  const row = { action: 'consumer.claim-ask', object: 'consumer', objectId: entry.id } as const;
  if (waiting) return audit(tx, actor, { ...row, after: { customerNumber: entry.number, phone } });
  const code = digitCode();
  const opened = await first<{ id: string; hasCode: boolean }>(
    tx,
    sql`insert into consumers.claims (consumer_id, user_id, customer_number, phone, register_phone, asked_at, code_hash, code_expires_at)
      select ${entry.id}, ${userId}, ${customerNumber}, ${phone}, ${entry.phone}, ${actor.now},
        case when c.free then ${claimCode(keys, userId, entry.id, code)}::bytea end,
        case when c.free then ${actor.now}::timestamptz + make_interval(secs => ${CODE_SECONDS}::int) end
      from (select count(*) < ${CODES_FOR_ENTRY.points} as free from consumers.claims
        where consumer_id = ${entry.id} and code_hash is not null
          and asked_at > ${actor.now}::timestamptz - make_interval(secs => ${CODES_FOR_ENTRY.seconds}::int)) c
      where (select count(*) from consumers.claims where user_id = ${userId}
        and asked_at > ${actor.now}::timestamptz - make_interval(secs => ${CLAIMS_OF_ACCOUNT.seconds}::int)) < ${CLAIMS_OF_ACCOUNT.points}
      returning id, code_hash is not null as "hasCode"`,
  );
  if (!opened) throw fail(errors.claim_limit);
  if (opened.hasCode) await tellRegister(tx, actor, 'asked', opened.id, { text: code });
  await audit(tx, actor, { ...row, after: { customerNumber: entry.number, phone } });
}
