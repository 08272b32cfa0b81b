/** The codes of consent: who gets one, how often, and what makes them and the consents given by them void. */
import type { Actor } from '#platform/actor.ts';
import { all, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Subject } from '../../lock-request.ts';
import { CODES, type Side } from '../../ownership.rules.ts';
import { tellOwner } from '../../tell-owners.ts';
import { hashOf, type Keys, type OfSide } from '../code-hash.ts';
import { phoneToday } from '../phone-today.ts';

/** So long a code is good: its owner may have to come to the office with it. */
const CODE_HOURS = 72;
/**
 * Codes for one phone within a day if households ask: by requests of one of them, and of all. The second limit is not for who
 * asks with their own phone, so that nobody shuts them out. Then the time between two for one owner.
 */
const CODES_FROM_ONE = 10;
const CODES_OF_PHONE = 20;
const BETWEEN_SECONDS = 60;

/** A new code takes the place of the one before. The request is locked, or new. */
export async function sendConsentCode(tx: Tx, actor: Actor, keys: Keys, of: OfSide): Promise<void> {
  if (await sendIfAllowed(tx, actor, keys, of)) return;
  const waits = await first(
    tx,
    sql`select from ownership.consents where request_id = ${of.requestId} and side = ${of.side} and not (${isTime(actor)})`,
  );
  throw fail(waits ? errors.code_wait : errors.codes_of_phone);
}

const isTime = ({ now }: Actor): Sql => sql`codes < ${CODES}
  and (sent_at is null or sent_at <= ${now}::timestamptz - make_interval(secs => ${BETWEEN_SECONDS}::int))`;

/** What a household's requests may send to a phone within a day; the office is not limited. */
function isWithinDay({ kind, now }: Actor): Sql {
  if (kind !== 'consumer') return sql`true`;
  const sent = (more: Sql) => sql`(select coalesce(sum(o.codes), 0) from ownership.consents o
    join ownership.requests q on q.id = o.request_id
    where o.phone = ${phoneToday({ now })} and o.sent_at > ${now}::timestamptz - interval '1 day' and ${more})`;
  return sql`exists (select from ownership.requests mine where mine.id = consents.request_id
    and ${CODES_FROM_ONE} > ${sent(sql`q.asked_by = mine.asked_by`)}
    and (mine.asked_as = consents.side or ${CODES_OF_PHONE} > ${sent(sql`true`)}))`;
}

async function sendIfAllowed(tx: Tx, actor: Actor, keys: Keys, of: OfSide): Promise<boolean> {
  const text = digitCode();
  const expiresAt = new Date(actor.now.getTime() + CODE_HOURS * 3_600_000);
  const sent = await first<{ codes: number }>(
    tx,
    sql`update ownership.consents set code_hash = ${hashOf(keys, of, text)}, code_expires_at = ${expiresAt}, sent_at = ${actor.now},
        codes = codes + 1, tries = 0, phone = ${phoneToday(actor)}
      where request_id = ${of.requestId} and side = ${of.side} and given_at is null and ${isTime(actor)} and ${isWithinDay(actor)}
      returning codes`,
  );
  if (!sent) return false;
  const code = { text, expiresAt, sent: sent.codes };
  const what = of.side === 'PRESENT' ? 'codeToPresent' : 'codeToNew';
  await tellOwner(tx, actor, { ...of, what, notice: 'ownership.asked', code });
  return true;
}

/**
 * What an owner agreed to is another thing now: consents, and codes that are on their way, count no more. Both owners
 * are asked again, also who corrects their own request: their session may be somebody else's.
 * @returns the sides that are asked again
 */
export async function askAgain(tx: Tx, { id }: Subject): Promise<Side[]> {
  const rows = await all<{ side: Side }>(
    tx,
    sql`update ownership.consents set given_as = null, given_at = null, given_by = null, given_by_name = null, reason = null,
        code_hash = null where request_id = ${id} returning side`,
  );
  return rows.map(({ side }) => side);
}

/** The codes of those who are asked again. One that cannot be sent now is asked for later, or the office notes the consent. */
export async function sendOpenCodes(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  { id: requestId, asked }: { id: string; asked: readonly Side[] },
): Promise<void> {
  for (const side of asked) await sendIfAllowed(tx, actor, keys, { requestId, side });
}
