/** What the work will take, and whether who asked pays for it. */
import type { z } from 'zod';
import { vatOn } from '#domains/applications/demand-note/vat.ts';
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { feesOn } from '#domains/applications/settings/settings.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { askOfBank } from '../../ask-of-bank.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, holdConnection, type Subject } from '../../lock-order.ts';
import type { MoneyAtBank } from '../../points.ts';
import { tellHousehold } from '../../tell-household.ts';
import { MOST_MINOR } from '../../work-order.rules.ts';
import type { estimateOrder as estimateCall, StepAnswer } from '../contract.ts';
import { writeMaterials } from './write-materials.ts';

type At = { orderId: string; version: number };

type Body = z.output<(typeof estimateCall)['body']>;
type Estimate = Omit<Body, Asked> & Partial<Pick<Body, Asked>>;
type Asked = 'unusual' | 'despitePayment';

/** A new estimate takes the place of the one before, and with it what was waived. */
export async function estimateOrder(
  tx: Tx,
  actor: Actor,
  input: Estimate,
  atBank: MoneyAtBank,
): Promise<StepAnswer & { estimateMinor: number }> {
  // Who asked pays for their own house only (decision 0047): a change of owner that comes after this ends what is charged here.
  const changedHands = await holdConnection(tx, input.orderId);
  const subject = await beginStep(tx, actor, 'estimate', input);
  const { labourMinor, charged, materials } = input;
  const { totalMinor: materialsMinor, many } = await writeMaterials(tx, actor, {
    orderId: subject.id,
    kind: 'ESTIMATE',
    materials,
  });
  const estimateMinor = labourMinor + materialsMinor;
  const isCharged = charged && estimateMinor > 0;
  if (subject.isChargeable && !isCharged) throw fail(errors.charge_needed);
  // Two persons approved the fee: one does not let it go here. Who may waive it says why.
  if (subject.feeMinor !== null && (!isCharged || estimateMinor < subject.feeMinor))
    throw fail(errors.fee_of_rules, { least: subject.feeMinor });
  if (isCharged && changedHands) throw fail(errors.changed_hands);
  if (isCharged && !subject.consumerId && !subject.contactName) throw fail(errors.payer_missing);
  const vatMinor = isCharged ? await vatOn(tx, estimateMinor, await vatPercentOf(tx, actor)) : 0;
  const chargeMinor = isCharged ? estimateMinor + vatMinor : null;
  if (Math.max(estimateMinor, chargeMinor ?? 0) > MOST_MINOR) throw fail(errors.cost_too_high);
  const isMuch = await refuseLabour(tx, input);
  if (many && !input.unusual) throw fail(errors.unusual_quantity, many);
  const known = chargeMinor === subject.chargeMinor ? {} : await askOfBank(tx, subject, input, atBank);
  const answer = await finishStep(tx, actor, subject, {
    action: 'estimate',
    sets: [
      ...[sql`labour_minor = ${labourMinor}`, sql`estimate_minor = ${estimateMinor}`],
      ...[sql`charge_minor = ${chargeMinor}`, sql`vat_minor = ${vatMinor}`, sql`waived_by = null`],
      ...[sql`waived_by_name = null`, sql`waived_reason = null`],
    ],
    before: costOf(subject),
    after: {
      ...costOf({ labourMinor, estimateMinor, chargeMinor, vatMinor, isWaived: false }),
      ...known,
      ...(many ? { unusualQuantity: true } : {}),
      ...(isMuch ? { unusualAmounts: 'LABOUR' } : {}),
    },
  });
  if (chargeMinor !== null) await tellHousehold(tx, actor, subject, answer, { what: 'charged' });
  return { ...answer, estimateMinor };
}

/** As the log tells it: what the work costs, and who pays. */
const costOf = ({
  labourMinor,
  estimateMinor,
  chargeMinor,
  vatMinor,
  isWaived,
}: Pick<Subject, 'labourMinor' | 'estimateMinor' | 'chargeMinor' | 'vatMinor' | 'isWaived'>) => ({
  ...{ estimateMinor, labourMinor },
  materialsMinor: estimateMinor === null ? null : estimateMinor - (labourMinor ?? 0),
  ...{ chargeMinor, vatMinor, isWaived },
});

/**
 * Absurd labour is refused; unusual labour is taken if who estimates has seen that it is. The completion compares with the estimate: a slip
 * here would be no slip there. What the estimate before had is not asked about again.
 * @returns whether it is asked about
 */
async function refuseLabour(tx: Tx, { orderId, labourMinor, unusual }: Estimate): Promise<boolean> {
  const { completion } = await readSettings(tx);
  const { before } = await one<{ before: number }>(
    tx,
    sql`select coalesce(labour_minor, 0) as before from work_orders.orders where id = ${orderId}`,
  );
  if (labourMinor > completion.mostLabourMinor)
    throw fail(errors.labour_absurd, { most: completion.mostLabourMinor });
  const isMuch = labourMinor > Math.max(completion.labourMinor, before);
  if (isMuch && !unusual)
    throw fail(errors.unusual_estimate, { labour: labourMinor, usual: completion.labourMinor });
  return isMuch;
}

/** The percentage of demand notes on the day. */
async function vatPercentOf(tx: Tx, actor: Actor): Promise<string> {
  return feesOn(await readSettings(tx), actor.today).vatPercent;
}

export async function waiveCharge(
  tx: Tx,
  actor: Actor,
  input: At & { reason: string; despitePayment: boolean },
  atBank: MoneyAtBank,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'waive', input);
  if (subject.facts.isSettled) throw fail(errors.nothing_to_waive);
  const known = await askOfBank(tx, subject, input, atBank);
  return finishStep(tx, actor, subject, {
    action: 'waive',
    sets: [
      sql`waived_by = ${actor.userId}`,
      sql`waived_by_name = ${actor.name}`,
      sql`waived_reason = ${input.reason}`,
    ],
    remark: input.reason,
    before: { chargeMinor: subject.chargeMinor, isWaived: false },
    after: { chargeMinor: subject.chargeMinor, isWaived: true, ...known },
  });
}
