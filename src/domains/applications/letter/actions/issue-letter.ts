/** The connection letter: a customer number, an area and a reserved meter. */
import { reserveMeter } from '#domains/meters/actions/reserve-meter.ts';
import type { Actor } from '#platform/actor.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { isOfSeries, NUMBER_KINDS, numberKey } from '#shared/number-kinds.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { signPaper } from '../../papers/signatures.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';

type Letter = StepInput & { customerNumber?: string | undefined; dmaId: string; meterNumber: string };

export async function issueLetter(
  tx: Tx,
  actor: Actor,
  input: Letter,
): Promise<StateAnswer & { customerNumber: string }> {
  const subject = await beginStep(tx, actor, 'letter', input);
  const meter = await reserveMeter(tx, actor, {
    meterNumber: input.meterNumber,
    holder: { applicationId: subject.id },
  });
  if (!meter) throw fail(errors.meter_not_in_stock);
  const customerNumber = await numberFor(tx, input.customerNumber);
  await signPaper(tx, actor, subject.id, 'letter');
  const answer = await finishStep(tx, actor, subject, {
    action: 'letter',
    audit: 'application.letter',
    to: 'READY_TO_SURVEY',
    remark: input.remark,
    details: { customerNumber, meterNumber: meter.number },
    sets: [
      ...[sql`customer_number = ${customerNumber}`, sql`customer_number_alike = false`],
      sql`dma_id = ${input.dmaId}::uuid`,
      sql`meter_id = ${meter.id}::uuid`,
      sql`letter_issued_on = ${actor.today}::date`,
    ],
    message: 'letter',
  });
  return { ...answer, customerNumber };
}

async function numberFor(tx: Tx, given: string | undefined): Promise<string> {
  if (given === undefined) {
    const { number } = await one<{ number: string }>(
      tx,
      sql`select platform.human_number(${NUMBER_KINDS.connection},
        platform.take_numbers('connection')) as number`,
    );
    return number;
  }
  const key = numberKey(given);
  if (isOfSeries(key)) throw fail(errors.customer_number_reserved);
  const taken = await first(
    tx,
    sql`select from meters.connections where platform.number_key(number) = ${key} limit 1`,
  );
  if (taken) throw fail(errors.customer_number_taken);
  return given;
}
