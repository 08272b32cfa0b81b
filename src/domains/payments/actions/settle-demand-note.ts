/**
 * Money for a demand note has come. The note is billed in the books with its first payment (Dr 1110, Cr fees and
 * VAT), because applications is left of the ledger. A note in force takes a bank's money also while its application is on hold, and
 * after its last day. Money that the note does not take (paid meanwhile, cancelled) is never refused: it is owed back to the
 * applicant (2210).
 */
import { errors as noteErrors } from '#domains/applications/contract.ts';
import { settleDemandNote } from '#domains/applications/demand-note/actions/settle-demand-note.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { settleOrOweBack } from './owe-back.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

export type NoteSettlement = CertainMoney & { applicationId: string; demandNoteId: string };

/** Settles a note with money at the counter: what the note does not take is refused before anything is written. */
export async function settleNote(
  tx: Tx,
  actor: Actor,
  settlement: NoteSettlement,
  { isAtBank = false } = {},
): Promise<void> {
  const { demandNoteId, amountMinor, paidOn } = settlement;
  await settleDemandNote(tx, actor, { demandNoteId, amountMinor, paidOn, isAtBank });
  await sayVat(tx, settlement);
  await billNote(tx, actor, settlement);
  await postMoney(tx, actor, settlement, {
    account: ACCOUNTS.applicants,
    partyId: settlement.applicationId,
  });
}

/** Settles a note with money that a bank has taken already. */
export const settleNoteLate = (tx: Tx, actor: Actor, settlement: NoteSettlement): Promise<void> =>
  settleOrOweBack(tx, actor, { money: settlement, partyId: settlement.applicationId }, () =>
    settleNote(tx, actor, settlement, { isAtBank: true }),
  );

/**
 * The VAT that a receipt names: the payment's share of the note's. After each part all shares together are the note's VAT on
 * what is paid until then, half up; so they are exactly its VAT when it is paid, also after a part was taken back with its share.
 * settleDemandNote holds the note's lock.
 */
async function sayVat(tx: Tx, { paymentId, demandNoteId }: NoteSettlement): Promise<void> {
  await execute(
    tx,
    sql`update payments.payments p set vat_minor = greatest(0, least(p.amount_minor,
        round(n.vat_minor::numeric * n.settled_minor / n.total_minor)::bigint - (
          select coalesce(sum(o.vat_minor), 0) from payments.payments o
          where o.demand_note_id = n.id and o.state = 'APPROVED' and not o.owed_back and o.id <> p.id)))
      from applications.demand_notes n
      where p.id = ${paymentId} and n.id = ${demandNoteId} and n.vat_minor > 0`,
  );
}

/** Counter money that two people agree to: what the note does not take is owed back. On hold it waits. */
export const settleNoteOrSendBack = (tx: Tx, actor: Actor, settlement: NoteSettlement): Promise<void> =>
  settleOrOweBack(
    tx,
    actor,
    { money: settlement, partyId: settlement.applicationId },
    () => settleNote(tx, actor, settlement),
    [noteErrors.on_hold],
  );

/** Posts the note itself unless it is in the books; settleDemandNote holds the note's lock. */
async function billNote(tx: Tx, actor: Actor, settlement: NoteSettlement): Promise<void> {
  const { demandNoteId: sourceId, applicationId: partyId } = settlement;
  const posted = await first(
    tx,
    sql`select from ledger.journals j where j.kind = 'DEMAND_NOTE' and j.source_id = ${sourceId}
      and not exists (select from ledger.journals r where r.reverses_id = j.id)`,
  );
  if (posted) return;
  const note = await one<{ total: number; vat: number }>(
    tx,
    sql`select total_minor as total, vat_minor as vat
      from applications.demand_notes where id = ${sourceId}`,
  );
  await postJournal(tx, actor, {
    kind: 'DEMAND_NOTE',
    sourceId,
    // After its money was taken back it is paid again.
    again: true,
    businessDate: settlement.paidOn,
    entries: [
      { account: ACCOUNTS.applicants, partyId, amountMinor: note.total },
      { account: ACCOUNTS.connectionFees, amountMinor: note.vat - note.total },
      { account: ACCOUNTS.vat, amountMinor: -note.vat },
    ],
  });
}
