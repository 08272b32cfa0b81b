/** The calls of rebates. */
import { withdrawDated } from '#domains/settings/dated/actions/plan-dated.ts';
import type { JoinedFaces } from '#platform/face.ts';
import { action, query, type Route } from '#platform/route.ts';
import { keptByDay } from '../points.ts';
import { approveRebateRules, planRebateRules } from './actions/plan-rebate-rules.ts';
import { previewRebates } from './beside.ts';
import * as contract from './contract.ts';
import { listRebateRules, REBATES } from './queries.ts';

export function rebateRoutes({ only }: Pick<JoinedFaces, 'only'>): Route[] {
  return [
    query(contract.listRebateRules, (db, actor) => listRebateRules(db, actor)),
    action(contract.previewRebates, (db, { today }, { body: value }) =>
      previewRebates(db, { value, today, kept: only(keptByDay) }),
    ),
    action(contract.planRebateRules, (tx, actor, { body }) => planRebateRules(tx, actor, body)),
    action(contract.approveRebateRules, (tx, actor, { params, body }) =>
      approveRebateRules(tx, actor, { ...body, id: params.id }),
    ),
    action(contract.withdrawRebateRules, (tx, actor, { params, body }) =>
      withdrawDated(tx, actor, REBATES, { ...body, id: params.id }),
    ),
  ];
}
