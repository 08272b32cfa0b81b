/**
 * Takes off what the formula says, as a credit note of the bill. What was shown is compared with what is true now, under the locks; above the
 * limit a second person makes the credit, and the statement that notes it compares every figure again.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { postAdjustments } from '../../corrections/actions/post-adjustments.ts';
import { errors as correctionErrors } from '../../corrections/contract.ts';
import type { Recalculated } from '../../corrections/recalculate.ts';
import { mayAlone } from '../../corrections/second-person.ts';
import { LEAK_CREDIT } from '../../invoices/contract.ts';
import { errors, type LeakFigures } from '../contract.ts';
import { leakNow } from '../facts.ts';
import type { LeakState } from '../leak.rules.ts';
import { type LockedLeak, lockLeak } from '../lock-leak.ts';
import { tellEnded, tellReturned, tellWaiting } from '../tell-people.ts';

type Found = { figures: LeakFigures; back: NonNullable<LeakFigures['back']>; bill: Recalculated };

/** What is taken off now; refuses if nothing can be. */
async function findNow(tx: Tx, leak: LockedLeak): Promise<Found> {
  const { figures, bill, obstacle } = await leakNow(tx, leak);
  if (figures?.back) return { figures, back: figures.back, bill };
  switch (obstacle) {
    case 'no_history':
      throw fail(errors.no_history, { least: leak.rules.leastMonths });
    case 'not_unusual': {
      const { factorPercent, leastExcessLitres } = leak.rules;
      throw fail(errors.not_unusual, { percent: factorPercent, litres: leastExcessLitres });
    }
    case 'bill_disputed':
      throw fail(errors.bill_disputed);
    case 'correction_waits':
      throw fail(errors.correction_waits);
    case 'not_reproducible':
      throw fail(correctionErrors.bill_not_reproducible, { number: '' });
    case 'not_back':
      throw fail(errors.not_back);
    default:
      throw fail(errors.bill_unfit);
  }
}

type Step = { id: string; version: number };

export async function creditLeak(
  tx: Tx,
  actor: Actor,
  { id, version, amountMinor, answer }: Step & { amountMinor: number; answer: string },
): Promise<{ id: string; state: LeakState }> {
  const leak = await lockLeak(tx, actor, { id, version }, 'OPEN');
  const found = await findNow(tx, leak);
  if (found.figures.amountMinor !== amountMinor) {
    throw fail(errors.figures_moved, { amount: found.figures.amountMinor });
  }
  const { invoiceId, connectionId } = leak;
  const needsSecond = !(await mayAlone(tx, actor, {
    ...{ kind: 'ADJUST', limitMinor: leak.rules.aloneUpToMinor, amountMinor, connectionId },
    ...{ billIds: [invoiceId], sourceId: invoiceId },
  }));
  const correctionId = needsSecond ? null : await newId(tx);
  await execute(
    tx,
    sql`update billing.leaks set ${noted(found, needsSecond)}, answer = ${answer}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, state = ${needsSecond ? 'WAITING' : 'CREDITED'}, correction_id = ${correctionId}, version = version + 1,
        ended_at = ${needsSecond ? null : actor.now}::timestamptz, ended_on = ${needsSecond ? null : actor.today}::date
      where id = ${id}`,
  );
  await audit(tx, actor, {
    action: needsSecond ? 'leak.propose' : 'leak.credit',
    object: 'leak',
    objectId: id,
    before: { state: leak.state },
    after: {
      state: needsSecond ? 'WAITING' : 'CREDITED',
      amountMinor,
      litres: found.figures.forgivenLitres,
    },
    reason: answer,
  });
  if (correctionId === null) await tellWaiting(tx, actor, id);
  else {
    const asker = { userId: actor.userId, at: actor.now };
    await post(tx, actor, { leak, bill: found.bill, correctionId, twoPerson: false, asker });
  }
  return { id, state: needsSecond ? 'WAITING' : 'CREDITED' };
}

/** The second person's word; the database refuses the one who decided. */
export async function approveLeak(
  tx: Tx,
  actor: Actor,
  { id, version, accept, reason }: Step & { accept: boolean; reason: string | null },
): Promise<{ id: string; state: LeakState }> {
  const leak = await lockLeak(tx, actor, { id, version }, 'WAITING');
  if (!accept) return giveBack(tx, actor, { id, reason });
  const found = await findNow(tx, leak);
  const correctionId = await newId(tx);
  const credited = await first<{ amountMinor: number }>(
    tx,
    sql`update billing.leaks set state = 'CREDITED', approved_by = ${actor.userId}, approved_by_name = ${actor.name}, approved_at = ${actor.now},
        correction_id = ${correctionId}, ended_at = ${actor.now}, ended_on = ${actor.today}, version = version + 1
      where id = ${id} and ${isAsDecided(found)} returning amount_minor as "amountMinor"`,
  );
  if (!credited) throw fail(errors.figures_moved, { amount: found.figures.amountMinor });
  await audit(tx, actor, {
    action: 'leak.approve',
    object: 'leak',
    objectId: id,
    before: { state: leak.state },
    after: { state: 'CREDITED', ...credited },
  });
  const asker = { userId: leak.decidedBy, at: leak.decidedAt };
  await post(tx, actor, { leak, bill: found.bill, correctionId, twoPerson: true, asker });
  return { id, state: 'CREDITED' };
}

async function giveBack(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string | null },
): Promise<{ id: string; state: LeakState }> {
  if (reason === null) throw fail(errors.return_reason);
  await execute(
    tx,
    sql`update billing.leaks set state = 'OPEN', returned_reason = ${reason}, returned_by = ${actor.userId}, returned_by_name = ${actor.name},
        returned_at = ${actor.now}, returned_answer = answer, answer = null, decided_by = null, decided_by_name = null, decided_at = null, use_litres = null,
        bill_days = null, usual = null, usual_basis = null, usual_litres = null, usual_days = null, base_litres = null, excess_litres = null,
        share_percent = null, most_litres = null, forgiven_litres = null, back_on = null, back_days = null, back_litres = null,
        back_percent = null, amount_minor = null, needs_second = null, version = version + 1
      where id = ${id}`,
  );
  await audit(tx, actor, {
    action: 'leak.return',
    object: 'leak',
    objectId: id,
    before: { state: 'WAITING' },
    after: { state: 'OPEN' },
    reason,
  });
  await tellReturned(tx, actor, id, reason);
  return { id, state: 'OPEN' };
}

const newId = async (tx: Tx): Promise<string> =>
  (await one<{ id: string }>(tx, sql`select uuidv7() as id`)).id;

/** The figures in their columns. */
const columnsOf = ({ figures, back }: Found): readonly (readonly [column: string, value: Sql])[] => [
  ['use_litres', sql`${figures.useLitres}::bigint`],
  ['bill_days', sql`${figures.billDays}::int`],
  ['usual', sql`${JSON.stringify(figures.usual)}::jsonb`],
  ['usual_basis', sql`${figures.usualBasis}`],
  ['usual_litres', sql`${figures.usualLitres}::bigint`],
  ['usual_days', sql`${figures.usualDays}::int`],
  ['base_litres', sql`${figures.baseLitres}::bigint`],
  ['excess_litres', sql`${figures.excessLitres}::bigint`],
  ['share_percent', sql`${figures.sharePercent}::int`],
  ['most_litres', sql`${figures.mostLitres}::bigint`],
  ['forgiven_litres', sql`${figures.forgivenLitres}::bigint`],
  ['back_on', sql`${back.readOn}::date`],
  ['back_days', sql`${back.days}::int`],
  ['back_litres', sql`${back.litres}::bigint`],
  ['back_percent', sql`${figures.backPercent}::int`],
  ['amount_minor', sql`${figures.amountMinor}::bigint`],
];

const noted = (found: Found, needsSecond: boolean): Sql =>
  sql.join([
    ...columnsOf(found).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql`needs_second = ${needsSecond}`,
  ]);

const isAsDecided = (found: Found): Sql =>
  sql.join(
    columnsOf(found).map(([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`),
    sql` and `,
  );

type Posting = {
  leak: LockedLeak;
  bill: Recalculated;
  correctionId: string;
  twoPerson: boolean;
  asker: { userId: string | null; at: Date | string | null };
};

/** The bill is collected again from what is left of it: first that, then the credit note, which may pay all of it. */
async function post(tx: Tx, actor: Actor, posting: Posting): Promise<void> {
  const { leak, bill, correctionId, twoPerson, asker } = posting;
  await execute(
    tx,
    sql`insert into billing.corrections (id, invoice_id, kind, state, reason, register_litres, amount_minor, invoice_version, two_person,
        requested_by, requested_at, decided_by, decided_at)
      select ${correctionId}, i.id, 'ADJUST', 'DONE', ${LEAK_CREDIT}, r.register_litres, ${bill.amountMinor}, i.version, ${twoPerson},
        ${asker.userId}::uuid, ${asker.at}::timestamptz, ${actor.userId}::uuid, ${actor.now}
      from billing.invoices i join meters.readings r on r.id = ${bill.readingId} and r.period = i.period where i.id = ${leak.invoiceId}`,
  );
  await collectAgain(tx, actor, leak.id);
  await postAdjustments(tx, actor, { correctionId, reason: LEAK_CREDIT, bills: [bill] });
  await tellEnded(tx, actor, [leak.id]);
}
