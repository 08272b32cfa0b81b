/**
 * Money of a demand note that was taken for the wrong application is taken back: the note is open again, and the application
 * waits for its payment. Posts nothing: payments posts, in the same transaction.
 */
import type { Actor } from '#platform/actor.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';

export type TakeBack = {
  applicationId: string;
  demandNoteId: string;
  amountMinor: number;
  remark: string;
  /** It goes back into the wallet that paid: the household is told that too. */
  isFromWallet?: boolean;
};

/** Locks the application and refuses, with the obstacle's own code, if a later step depends on the money. */
export async function ensureTakeBack(
  tx: Tx,
  actor: Actor,
  { applicationId, demandNoteId, remark }: TakeBack,
): Promise<Subject> {
  // Who may reverse payments need not see applications; the call of the reversal has asked for the word.
  const program: Actor = { ...actor, kind: 'system' };
  const note = await first<{ isWithdrawn: boolean; isInstalled: boolean }>(
    tx,
    sql`select n.cancelled_at is not null as "isWithdrawn", exists (
        select from applications.installations i where i.application_id = n.application_id) as "isInstalled"
      from applications.demand_notes n where n.id = ${demandNoteId}`,
  );
  // States say less than what has happened: the obstacle is named before them.
  if (note?.isWithdrawn) throw fail(errors.note_withdrawn);
  if (note?.isInstalled) throw fail(errors.meter_installed);
  return beginStep(tx, program, 'take-back-payment', { applicationId, remark });
}

/** Takes money off the note. There are as many days to pay again as for a new note. Says what is left on the note. */
export async function takeBackPayment(
  tx: Tx,
  actor: Actor,
  input: TakeBack,
): Promise<StateAnswer & { settledMinor: number }> {
  const subject = await ensureTakeBack(tx, actor, input);
  const { demandNoteId, amountMinor, remark, isFromWallet } = input;
  const note = await one<{ settledMinor: number; balanceMinor: number }>(
    tx,
    sql`update applications.demand_notes set settled_minor = settled_minor - ${amountMinor}::bigint
      where id = ${demandNoteId}
      returning settled_minor as "settledMinor", total_minor - settled_minor as "balanceMinor"`,
  );
  const again = addDays(actor.today, (await readSettings(tx)).validityDays);
  const expiresOn = subject.expiresOn && subject.expiresOn > again ? subject.expiresOn : again;
  const answer = await finishStep(tx, actor, subject, {
    action: 'take-back-payment',
    audit: 'application.take-back-payment',
    to: 'READY_TO_PAY',
    remark,
    details: { amountMinor, balanceMinor: note.balanceMinor },
    expiresOn,
    ...(subject.state === 'READY_TO_PAY' ? { sets: [sql`expires_on = ${expiresOn}::date`] } : {}),
    message: isFromWallet ? 'takenBackToWallet' : 'takenBack',
  });
  return { ...answer, settledMinor: note.settledMinor };
}
