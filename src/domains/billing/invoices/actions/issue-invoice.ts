/** Issues one invoice outside a run: number, lines and journal at once. The lines sum to the total. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { type InvoiceLineKind, LINE_ACCOUNTS } from '../line-accounts.rules.ts';

export type NewInvoice = {
  connectionId: string;
  /** The bill that this one supplements: it goes to whom that one went. */
  adjustsId?: string;
  period: string;
  /** Unless it is the first day of the period. */
  periodFrom?: string;
  periodTo: string;
  issuedOn: string;
  dueOn: string;
  tariffVersionId: string;
  meterId?: string;
  usageLitres: number;
  lines: readonly { kind: InvoiceLineKind; amountMinor: number }[];
};

export async function issueInvoice(
  tx: Tx,
  actor: Actor,
  input: NewInvoice,
): Promise<{ id: string; number: string; totalMinor: number }> {
  const totalMinor = input.lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const { id, number } = await one<{ id: string; number: string }>(
    tx,
    sql`insert into billing.invoices (number, connection_id, consumer_id, period, period_from,
        period_to, issued_on, due_on, tariff_version_id, meter_id, usage_litres, total_minor, adjusts_id)
      select platform.human_number(${NUMBER_KINDS.invoice}, platform.take_numbers('invoice')), c.id,
        coalesce((select consumer_id from billing.invoices where id = ${input.adjustsId ?? null}), c.consumer_id), ${input.period},
        ${input.periodFrom ?? input.period}, ${input.periodTo}, ${input.issuedOn}, ${input.dueOn}, ${input.tariffVersionId},
        ${input.meterId ?? null}, ${input.usageLitres}, ${totalMinor}, ${input.adjustsId ?? null}
      from meters.connections c where c.id = ${input.connectionId} returning id, number`,
  );
  await execute(
    tx,
    sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
    values ${sql.join(input.lines.map((line, index) => sql`(${id}::uuid, ${index + 1}, ${line.kind}, ${line.amountMinor}::bigint)`))}`,
  );
  if (totalMinor > 0) {
    await postJournal(tx, actor, {
      kind: 'INVOICE',
      sourceId: id,
      businessDate: input.issuedOn,
      entries: [
        { account: ACCOUNTS.receivable, partyId: input.connectionId, amountMinor: totalMinor },
        ...input.lines.map((line) => ({
          ...{ account: LINE_ACCOUNTS[line.kind], amountMinor: -line.amountMinor },
          ...(line.kind === 'advance_back' ? { partyId: input.connectionId } : {}),
        })),
      ],
    });
  }
  await audit(tx, actor, {
    action: 'invoice.issue',
    object: 'invoice',
    objectId: id,
    after: { ...input, totalMinor },
  });
  return { id, number, totalMinor };
}
