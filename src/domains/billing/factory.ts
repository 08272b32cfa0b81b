/** Invoices for tests, through the real action. */

import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { issueInvoice, type NewInvoice } from './invoices/actions/issue-invoice.ts';

/** ৳115 for water and sewer with VAT, issued on the first day after its month. */
export function makeInvoice(
  tx: Tx,
  actor: Actor,
  given: Partial<NewInvoice> & { connectionId: string },
): Promise<{ id: string; number: string; totalMinor: number }> {
  const period = firstOfMonth(given.period ?? addMonths(actor.today, -1));
  const periodTo = addMonths(period, 1);
  return issueInvoice(tx, actor, {
    period,
    periodTo,
    issuedOn: periodTo,
    dueOn: addMonths(periodTo, 1),
    tariffVersionId: '00000000-0000-0000-0000-000000000000',
    usageLitres: 15_000,
    lines: [
      { kind: 'water', amountMinor: 6000 },
      { kind: 'sewer', amountMinor: 4000 },
      { kind: 'vat_water', amountMinor: 900 },
      { kind: 'vat_sewer', amountMinor: 600 },
    ],
    ...given,
  });
}
