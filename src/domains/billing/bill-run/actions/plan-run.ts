/** Plans a run: cuts the connections of its scope into ranges of ids and asks the workers to calculate them. */

import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { dueDayFor } from '../../settings/queries.ts';
import { type BillRun, errors } from '../contract.ts';
import { checkDueDay, checkIssueDay } from '../issue-day.ts';
import { startCalculation } from './calculate-run.ts';
import { insertRun, lockPlanning } from './insert-run.ts';

type Plan = {
  period: string;
  sectorId?: string | null | undefined;
  issuedOn: string;
  dueOn?: string | undefined;
};

export async function planRun(tx: Tx, actor: Actor, input: Plan): Promise<BillRun> {
  await lockPlanning(tx);
  if (input.period > actor.today) throw fail(errors.month_in_future);
  await checkIssueDay(tx, actor, input.issuedOn);
  const dueOn = input.dueOn ?? (await dueDayFor(tx, input.issuedOn));
  await checkDueDay(tx, actor, { ...input, dueOn });
  const id = await insertRun(tx, actor, { ...input, dueOn });
  await audit(tx, actor, {
    action: 'bill-run.plan',
    object: 'bill-run',
    objectId: id,
    after: { ...input, dueOn },
  });
  return startCalculation(tx, id, errors.nothing_to_bill);
}
