/**
 * Money for a demand note. Locks the application, then the note; moves on at a balance of exactly 0. Posts
 * nothing: the ledger is to the right, so payments posts the note's journal with its first settlement.
 */
import type { Actor } from '#platform/actor.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { noticePaidOnHold } from '../../pipeline/notices.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import { LEAST_PART_MINOR } from '../note-sums.rules.ts';

export type Settlement = {
  demandNoteId: string;
  amountMinor: number;
  /** The day of the money: it has to be in time, also if it is entered later. Today, if it is left out. */
  paidOn?: string | undefined;
  /** A bank has it already: a note in force takes it also while the application is on hold, and after its last day. */
  isAtBank?: boolean | undefined;
};

/**
 * Locks application and note, and refuses what the note does not take.
 * @param settlement amountMinor above zero, at most the balance; a part only if the setting allows it, and not a tiny one
 */
export async function ensureNoteTakes(
  tx: Tx,
  actor: Actor,
  { demandNoteId, amountMinor, paidOn, isAtBank }: Settlement,
): Promise<{ subject: Subject; balanceMinor: number }> {
  const note = await first<{ application_id: string }>(
    tx,
    sql`select application_id from applications.demand_notes where id = ${demandNoteId}`,
  );
  if (!note) throw fail(commonErrors.not_found);
  const subject = await beginStep(
    tx,
    actor,
    'pay',
    { applicationId: note.application_id },
    { day: paidOn, forGood: isAtBank },
  );
  if (subject.noteId !== demandNoteId) throw fail(errors.note_cancelled);
  const balance = await lockedBalance(tx, demandNoteId);
  if (amountMinor > balance) throw fail(errors.amount_above_balance, { balance_minor: balance });
  if (amountMinor < balance && !(await readSettings(tx)).partialPayment) {
    throw fail(errors.partial_payment, { balance_minor: balance });
  }
  if (amountMinor < Math.min(balance, LEAST_PART_MINOR) && !isAtBank) {
    throw fail(errors.part_too_small, { least_minor: LEAST_PART_MINOR });
  }
  return { subject, balanceMinor: balance };
}

export async function settleDemandNote(tx: Tx, actor: Actor, settlement: Settlement): Promise<StateAnswer> {
  const { demandNoteId, amountMinor } = settlement;
  const { subject, balanceMinor } = await ensureNoteTakes(tx, actor, settlement);
  await execute(
    tx,
    sql`update applications.demand_notes set settled_minor = settled_minor + ${amountMinor}::bigint
    where id = ${demandNoteId}`,
  );
  const answer = await finishStep(tx, actor, subject, {
    action: 'pay',
    audit: 'application.pay',
    ...(amountMinor === balanceMinor ? { to: 'READY_FOR_METER_INSTALLATION', message: 'paid' } : {}),
    details: { amountMinor, balanceMinor: balanceMinor - amountMinor },
    was: { balanceMinor },
  });
  if (subject.overlay !== null) await noticePaidOnHold(tx, actor, answer, amountMinor);
  return answer;
}

async function lockedBalance(tx: Tx, demandNoteId: string): Promise<number> {
  const { balance } = await one<{ balance: number }>(
    tx,
    sql`select total_minor - settled_minor as balance from applications.demand_notes
      where id = ${demandNoteId} for update`,
  );
  return balance;
}
