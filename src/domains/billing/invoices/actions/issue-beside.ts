/**
 * A bill of its own with one line, to be paid at once, beside a bill: the fee of a cheque that was to pay it and came back, its rebate that
 * is taken back, or what a returned cheque had brought and was paid out. No VAT is in it.
 */
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { issueInvoice } from './issue-invoice.ts';

type Of = {
  connectionId: string;
  adjustsId: string;
  period: string;
  periodFrom: string;
  periodTo: string;
  tariffVersionId: string;
};

/** The caller has locked the connection. @param invoiceId the bill, or one beside it */
export async function issueBeside(
  tx: Tx,
  actor: Actor,
  {
    invoiceId,
    kind,
    amountMinor,
  }: { invoiceId: string; kind: 'cheque_fee' | 'rebate_back' | 'advance_back'; amountMinor: number },
): Promise<{ id: string }> {
  const of = await one<Of>(
    tx,
    sql`select b.connection_id as "connectionId", b.id as "adjustsId", b.period, b.period_from as "periodFrom", b.period_to as "periodTo",
        b.tariff_version_id as "tariffVersionId"
      from billing.invoices i join billing.invoices b on b.id = coalesce(i.adjusts_id, i.id) where i.id = ${invoiceId}`,
  );
  return issueInvoice(tx, actor, {
    ...of,
    ...{ issuedOn: actor.today, dueOn: actor.today, usageLitres: 0 },
    lines: [{ kind, amountMinor }],
  });
}
