/** The phone that proves what a household wants: codes about its money and its connections go to it (decision 0072). */
import { type Sql, sql } from '#platform/database/db.ts';

/** So long the phone of before gets the codes, after somebody else than its household changed the entry. */
const DAYS_OF_PHONE_BEFORE = 7;

/**
 * The phone that its person proved when the account was made; without an account that of the entry, but not at once: who may
 * edit the register would get the codes of everybody.
 * @param c a row of consumers.consumers
 */
export const codePhone = (c: Sql, now: Date): Sql => sql`coalesce(
  case when ${c}.phone_changed_at > ${now}::timestamptz - make_interval(days => ${DAYS_OF_PHONE_BEFORE}::int) then ${c}.phone_before end,
  (select account.phone from identity.users account where account.consumer_id = ${c}.id and account.status = 'active'),
  ${c}.phone)`;

/**
 * For the update that writes another phone into an entry in the place of its household: what is set beside it. Of several changes
 * within the days the first phone counts.
 * @param c the row that is updated
 */
export const keepPhoneBefore = (c: Sql, phone: Sql, now: Date): Sql => sql`
  phone_before = case when ${c}.phone <> ${phone} then ${codePhone(c, now)} else ${c}.phone_before end,
  phone_changed_at = case when ${c}.phone <> ${phone} then ${now}::timestamptz else ${c}.phone_changed_at end`;
