/** What an application shows of the payments of its demand notes: at the bank, and going back. */
import type { NotePayments } from '#domains/applications/points.ts';
import { may } from '#platform/actor.ts';
import { all, sql } from '#platform/database/db.ts';
import { moneyThatGoesBack } from './goes-back.ts';
import { visibleTo } from './queries.ts';

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

export const paymentsOfNotes: NotePayments = {
  atBank,
  bankHas: (tx, applicationId) =>
    all(
      tx,
      sql`select amount_minor as "amountMinor" from payments.payments
        where application_id = ${applicationId} and method = 'GATEWAY' and state = 'PROCESSING' order by created_at desc`,
    ),
  goesBack: (db, actor, applicationId) =>
    moneyThatGoesBack(db, actor, sql`p.application_id = ${applicationId}`),
};
