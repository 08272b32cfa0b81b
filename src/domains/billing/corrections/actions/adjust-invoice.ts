/**
 * A wrong reading on a posted bill, and wrong ones after it: the corrected readings take their places, their bills, those of estimates between
 * them and the next one are calculated again, and each difference becomes a document of its own. All of it or nothing. A preview does all of it
 * and takes it back.
 */
import type { HandoverCorrected } from '#domains/meters/points.ts';
import { correctBilledReadings } from '#domains/meters/readings/actions/correct-billed.ts';
import { billedReading } from '#domains/meters/readings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { creditsReplacedBy, type LeakCredit } from '../../leaks/replaced-credits.ts';
import { noticeCorrection } from '../../notices.ts';
import { getLimits } from '../../settings/queries.ts';
import { errors } from '../contract.ts';
import { type Recalculated, recalculate } from '../recalculate.ts';
import { leftAlone, mayAlone } from '../second-person.ts';
import { type LockedBill, lockBill } from './lock-bill.ts';
import { postAdjustments } from './post-adjustments.ts';

type Corrected = { readingId: string; registerLitres: number };
type Adjust = { invoiceId: string; version: number; registerLitres: number; later: readonly Corrected[] };
type Result = {
  bills: Recalculated[];
  amountMinor: number;
  twoPerson: boolean;
  /** What the person may still adjust alone, before this adjustment. */
  aloneLeftMinor: number;
  leakCredits: LeakCredit[];
};

/** @param handedOver told of the figure of a handover: the person who noted it learns before that somebody else corrects it */
export async function previewAdjustment(
  tx: Tx,
  actor: Actor,
  asked: Adjust,
  handedOver: HandoverCorrected,
): Promise<Result> {
  const bill = await lockBill(tx, asked);
  const input = await changedOnly(tx, asked);
  await execute(tx, sql`savepoint correction`);
  const bills = await correct(
    tx,
    actor,
    bill,
    { ...input, typed: asked.later, reason: 'preview' },
    handedOver,
  );
  await execute(tx, sql`rollback to savepoint correction`);
  const { movedMinor, aloneLeftMinor } = await aloneLeft(tx, actor, bill, bills);
  const leakCredits = await creditsReplacedBy(tx, bills);
  return { ...result(bills), aloneLeftMinor, leakCredits, twoPerson: movedMinor > aloneLeftMinor };
}

export async function adjustMeterReading(
  tx: Tx,
  actor: Actor,
  asked: Adjust & { reason: string },
  handedOver: HandoverCorrected,
): Promise<Result & { id: string; state: 'DONE' | 'REQUESTED' }> {
  const bill = await lockBill(tx, asked);
  const input = await changedOnly(tx, asked);
  await execute(tx, sql`savepoint correction`);
  const bills = await correct(tx, actor, bill, { ...input, typed: asked.later }, handedOver);
  const { movedMinor, limitMinor, aloneLeftMinor } = await aloneLeft(tx, actor, bill, bills);
  const twoPerson = !(await mayAlone(tx, actor, {
    ...{ kind: 'ADJUST', limitMinor, amountMinor: movedMinor, connectionId: bill.connectionId },
    ...{ billIds: bills.map(({ invoiceId }) => invoiceId), sourceId: bill.id },
  }));
  const { amountMinor } = result(bills);
  const leakCredits = await creditsReplacedBy(tx, bills);
  if (twoPerson) await execute(tx, sql`rollback to savepoint correction`);
  const state = twoPerson ? 'REQUESTED' : 'DONE';
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into billing.corrections (invoice_id, kind, state, reason, register_litres, later, amount_minor,
        bill_amounts, invoice_version, two_person, requested_by, requested_at, decided_by, decided_at)
      values (${bill.id}, 'ADJUST', ${state}, ${input.reason}, ${input.registerLitres}, ${JSON.stringify(input.later)}::jsonb, ${amountMinor},
        ${JSON.stringify(amountsOf(bills))}::jsonb, ${bill.version},
        ${twoPerson}, ${actor.userId}, ${actor.now}, ${twoPerson ? null : actor.userId}, ${twoPerson ? null : actor.now})
      returning id`,
  );
  if (twoPerson) await noticeCorrection(tx, actor, { id, invoiceId: bill.id, kind: 'ADJUST' });
  else await postAdjustments(tx, actor, { correctionId: id, reason: input.reason, bills });
  // Bills of estimates before it may come first.
  const own = bills.find(({ invoiceId }) => invoiceId === bill.id);
  await audit(tx, actor, {
    action: twoPerson ? 'invoice.ask-adjustment' : 'invoice.adjust',
    object: 'invoice',
    objectId: bill.id,
    before: { registerLitres: own?.before.currentLitres, totalMinor: own?.before.totalMinor },
    after: {
      ...{ state, registerLitres: input.registerLitres, totalMinor: own?.after.totalMinor },
      ...(input.later.length > 0 ? { later: input.later, amountMinor } : {}),
    },
    reason: input.reason,
  });
  return { id, state, bills, amountMinor, twoPerson, aloneLeftMinor, leakCredits };
}

/** What was asked is done now, by the second person. */
export async function applyAdjustment(
  tx: Tx,
  actor: Actor,
  asked: Omit<Adjust, 'version'> & {
    id: string;
    invoiceVersion: number;
    amountMinor: number;
    billAmounts: BillAmounts | null;
    reason: string;
  },
  handedOver: HandoverCorrected,
): Promise<void> {
  const bill = await lockBill(tx, { invoiceId: asked.invoiceId, version: asked.invoiceVersion });
  const bills = await correct(tx, actor, bill, asked, handedOver);
  const { amountMinor } = result(bills);
  if (amountMinor !== asked.amountMinor || isAnother(asked.billAmounts, bills))
    throw fail(errors.correction_moved, { amount: amountMinor });
  await postAdjustments(tx, actor, { correctionId: asked.id, reason: asked.reason, bills });
}

/** By how much each bill changes, by its id. */
export type BillAmounts = Record<string, number>;

const amountsOf = (bills: readonly Recalculated[]): BillAmounts =>
  Object.fromEntries(bills.map(({ invoiceId, amountMinor }) => [invoiceId, amountMinor]));

/** Other bills, or other amounts of them, than the second person was asked about. Not known of what was asked before they were kept. */
function isAnother(asked: BillAmounts | null, bills: readonly Recalculated[]): boolean {
  if (!asked) return false;
  const now = amountsOf(bills);
  const ids = Object.keys({ ...asked, ...now });
  return ids.some((id) => asked[id] !== now[id]);
}

/** Without figures that are noted so already. The connection is locked. */
async function changedOnly<A extends { later: readonly Corrected[] }>(tx: Tx, asked: A): Promise<A> {
  const noted = await all<{ id: string }>(
    tx,
    sql`select r.id from jsonb_to_recordset(${JSON.stringify(asked.later)}::jsonb) as l ("readingId" uuid, "registerLitres" bigint)
      join meters.readings r on r.id = l."readingId" and r.living and r.register_litres = l."registerLitres" and r.source <> 'ESTIMATE'`,
  );
  const same = new Set(noted.map(({ id }) => id));
  return { ...asked, later: asked.later.filter(({ readingId }) => !same.has(readingId)) };
}

async function correct(
  tx: Tx,
  actor: Actor,
  bill: LockedBill,
  input: Pick<Adjust, 'registerLitres' | 'later'> & {
    reason: string;
    /** The later figures as they are in the call, if it has fields for them. */
    typed?: readonly Corrected[];
  },
  handedOver: HandoverCorrected,
): Promise<Recalculated[]> {
  const wrong = await billedReading(tx, bill);
  if (!wrong) throw fail(errors.invoice_without_reading);
  if (wrong.registerLitres === input.registerLitres) throw fail(errors.nothing_to_adjust);
  const { registerLitres, later, reason, typed } = input;
  const corrected = [{ readingId: wrong.id, registerLitres }, ...later];
  const fields =
    typed &&
    new Map([
      ...typed.map(({ readingId }, index) => [readingId, `later.${index}.registerLitres`] as const),
      [wrong.id, 'registerLitres'] as const,
    ]);
  const changed = await correctBilledReadings(tx, actor, { corrected, reason, fields }, handedOver);
  return recalculate(tx, changed);
}

function result(bills: Recalculated[]): Pick<Result, 'bills' | 'amountMinor'> {
  return { bills, amountMinor: bills.reduce((sum, bill) => sum + bill.amountMinor, 0) };
}

async function aloneLeft(tx: Tx, actor: Actor, { connectionId }: LockedBill, bills: Recalculated[]) {
  const limitMinor = (await getLimits(tx)).limits.adjustAloneUpToMinor;
  const billIds = bills.map(({ invoiceId }) => invoiceId);
  const left = await leftAlone(tx, actor, { limitMinor, connectionId, billIds });
  const movedMinor = bills.reduce((sum, { amountMinor }) => sum + Math.abs(amountMinor), 0);
  return { limitMinor, movedMinor, aloneLeftMinor: left ?? 0 };
}
