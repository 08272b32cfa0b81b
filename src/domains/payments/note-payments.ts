/** What applications asks about the payments of its demand notes: at the bank, going back, and what may come still. */
import type { NotePayments } from '#domains/applications/points.ts';
import { may } from '#platform/actor.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { undecidedOf } from './at-bank.ts';
import { moneyThatGoesBack } from './goes-back.ts';
import { visibleTo } from './queries.ts';
import { getPaymentSettings } from './settings/queries.ts';

const atBank: NotePayments['atBank'] = async (db, actor, applicationId) => {
  if (!may(actor, 'payments:view')) return [];
  return all(
    db,
    sql`select p.application_id as "applicationId", p.id as "paymentId", p.amount_minor as "amountMinor",
        p.created_at as "startedAt", p.set_aside_at is not null as "isSetAside" from payments.payments p
      where p.method = 'GATEWAY' and p.state = 'PROCESSING' and p.application_id is not null and ${visibleTo(actor)}
        and ${applicationId ? sql`p.application_id = ${applicationId}` : sql`true`}
      order by p.set_aside_at is null desc, p.created_at desc, p.id limit 100`,
  );
};

const receiptOf: NotePayments['receiptOf'] = (actor, applicationId) =>
  may(actor, 'payments:view')
    ? sql`select p.id, r.number from payments.payments p join payments.receipts r on r.payment_id = p.id
        where p.application_id = ${applicationId} and ${visibleTo(actor)} and p.state = 'APPROVED' and not p.owed_back
        order by p.created_at desc, p.id limit 1`
    : sql`select null::uuid as id, null::text as number`;

/** A payment that a person has set aside keeps its application from ending for so long. */
const SET_ASIDE_DAYS = 14;

/**
 * A payment is at the bank, counter money of an earlier day waits for a second person, or one person may still enter money of the
 * last day. The caller holds the application's lock, which a new proposal waits for.
 */
const mayStillCome: NotePayments['mayStillCome'] = async (tx, actor, { applicationId, lastDay }) => {
  const { settings } = await getPaymentSettings(tx);
  if (lastDay >= addDays(actor.today, -settings.backdateDays)) return true;
  const { isUnderWay } = await one<{ isUnderWay: boolean }>(
    tx,
    sql`select exists (select from payments.payments p where p.application_id = ${applicationId}
          and p.method = 'GATEWAY' and p.state = 'PROCESSING'
          and coalesce(p.set_aside_at > ${actor.now}::timestamptz - make_interval(days => ${SET_ASIDE_DAYS}), true))
        or exists (select from payments.proposals q where q.application_id = ${applicationId}
          and q.kind = 'BACKDATE' and q.state = 'REQUESTED') as "isUnderWay"`,
  );
  return isUnderWay;
};

export const paymentsOfNotes: NotePayments = {
  atBank,
  receiptOf,
  mayStillCome,
  bankHas: (tx, applicationId) => undecidedOf(tx, sql`p.application_id = ${applicationId}`),
  goesBack: (db, actor, applicationId) =>
    moneyThatGoesBack(db, actor, sql`p.application_id = ${applicationId}`),
};
