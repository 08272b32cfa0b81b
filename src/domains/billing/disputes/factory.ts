/** Households that dispute bills, for tests: over HTTP, at an office that corrects them. */
import { correctingOffice } from '#domains/payments/factory-corrections.ts';
import { all, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import * as contract from './contract.ts';

export const SAID = { reason: 'READING_WRONG' as const, words: 'The meter shows much less' };

export async function disputingOffice() {
  const office = await correctingOffice();
  const { app, billed } = office;
  const [household, neighbour, decider] = [
    await app.consumer(),
    await app.consumer('Karim Mia'),
    await app.staff('engineer'),
  ];
  /** A bill of the household that nobody disputes yet. */
  const bill = async () => {
    const { id: connectionId, bills } = await billed(undefined, String(household.consumerId));
    return { connectionId, billId: String(bills[0]?.id) };
  };
  const ask = (invoiceId: string, as: Person = household) =>
    app.call(contract.disputeOwnBill, { as, body: { ...SAID, invoiceId } });
  const asked = (invoiceId: string, as: Person = household, more: { photoId?: string } = {}) =>
    app.codeOf(contract.disputeOwnBill, { as, body: { ...SAID, ...more, invoiceId } });
  const note = (invoiceId: string, exceptionReason: string | null = null, as: Person = office.cashier) => ({
    as,
    body: { ...SAID, invoiceId, channel: 'PHONE' as const, callerName: 'Her son', exceptionReason },
  });
  const get = (id: string, as: Person = decider) => app.call(contract.getDispute, { as, params: { id } });
  const verdict = async (
    id: string,
    what: 'UPHELD' | 'PARTLY' | 'REJECTED',
    as: Person = decider,
    version?: number,
  ) => ({
    as,
    params: { id },
    body: {
      version: version ?? (await get(id)).version,
      verdict: what,
      answer: 'We looked at the meter again.',
    },
  });
  const decide = async (id: string, what: 'UPHELD' | 'PARTLY' | 'REJECTED', as: Person = decider) =>
    (await app.call(contract.decideDispute, await verdict(id, what, as))).state;
  /** Whether the bill is collected, and the row's state. */
  const kept = (id: string) =>
    one<{ state: string; isHeld: boolean; correctionId: string | null; ended: string | null }>(
      app.db,
      sql`select d.state, d.correction_id as "correctionId", d.ended_on as ended,
          exists (select from billing.collection_holds h where h.cause_id = d.id and h.to_day is null) as "isHeld"
        from billing.disputes d where d.id = ${id}`,
    );
  const log = async (id: string) =>
    (
      await all<{ action: string }>(
        app.owner.db,
        sql`select action from platform.audit where object_id = ${id} and object = 'dispute' order by id`,
      )
    ).map(({ action }) => action);
  const messages = async (id: string) =>
    (
      await all<{ event: string }>(
        app.owner.db,
        sql`select event from platform.outbox where event like 'billing.dispute-%:' || ${id} and channel = 'sms' order by id`,
      )
    ).map(({ event }) => event.replace(/^billing\.dispute-(.*):.*$/, '$1'));
  return {
    ...office,
    household,
    neighbour,
    decider,
    bill,
    ask,
    asked,
    note,
    get,
    verdict,
    decide,
    kept,
    log,
    messages,
  };
}
