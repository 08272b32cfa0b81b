/** A NoC on paper: noted with its scan, and the short way that it opens. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { refuseTakenNoc } from '../../noc/noc-number.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';
import { errors as reviewErrors } from '../contract.ts';
import { acceptDocuments } from './accept-application.ts';

type Noc = StepInput & {
  nocNumber: string;
  nocDate: string;
  nocValidUntil?: string | null | undefined;
  documentId: string;
};

export async function updateNoc(tx: Tx, actor: Actor, input: Noc): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'update-noc', input);
  if (input.nocDate > actor.today)
    throw fail(errors.in_future, {}, [{ path: 'nocDate', code: errors.in_future.code }]);
  if (input.nocValidUntil && input.nocValidUntil < input.nocDate) throw fail(reviewErrors.noc_over_before);
  const scan = await first(
    tx,
    sql`select from applications.documents where id = ${input.documentId} and application_id = ${subject.id}`,
  );
  if (!scan) throw fail(reviewErrors.unknown_document);
  await refuseTakenNoc(tx, { applicationId: subject.id, nocNumber: input.nocNumber });
  return finishStep(tx, actor, subject, {
    action: 'update-noc',
    audit: 'application.noc',
    details: { nocNumber: input.nocNumber, nocDate: input.nocDate },
    sets: [
      sql`noc_number = ${input.nocNumber}`,
      sql`noc_doubled = false`,
      sql`noc_date = ${input.nocDate}::date`,
      sql`noc_valid_until = ${input.nocValidUntil ?? null}::date`,
      sql`noc_document_id = ${input.documentId}::uuid`,
    ],
  });
}

export async function autoApprove(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'auto-approve', input);
  await acceptDocuments(tx, subject.id);
  return finishStep(tx, actor, subject, {
    action: 'auto-approve',
    audit: 'application.auto-approve',
    to: 'WAITING_FOR_METER_NUMBER',
    remark: input.remark,
    shared: true,
  });
}
