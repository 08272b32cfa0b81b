/** Each step of an order as a call over HTTP, for tests of what is refused. */
import type { Minor } from '#shared/money.ts';
import type { TestApp } from '#test/app.ts';
import type { Yard } from './factory-calls.ts';
import { reopenRequest, replyToRequest } from './requests/contract.ts';
import * as steps from './steps/contract.ts';

type At = { orderId: string; version: number };
const remark = 'not needed';

/** With fields that are right, by somebody who may take it. @returns per step the code of its refusal */
export function stepCalls(app: TestApp, yard: Yard): Record<string, (at: At) => Promise<string | undefined>> {
  const { clerk, engineer, admin, crew } = yard;
  return {
    edit: async (at) =>
      app.codeOf(steps.updateOrder, {
        as: clerk,
        body: { ...at, categoryId: await yard.category('LEAK'), description: 'A leak' },
      }),
    take: (body) => app.codeOf(steps.takeOrder, { as: clerk, body }),
    estimate: (at) =>
      app.codeOf(steps.estimateOrder, { as: clerk, body: { ...at, labourMinor: 1 as Minor, materials: [] } }),
    waive: (at) => app.codeOf(steps.waiveCharge, { as: engineer, body: { ...at, reason: 'our fault' } }),
    accept: (body) => app.codeOf(steps.acceptOrder, { as: clerk, body }),
    return: (at) => app.codeOf(steps.returnOrder, { as: clerk, body: { ...at, remark } }),
    reject: (at) => app.codeOf(steps.rejectOrder, { as: clerk, body: { ...at, remark } }),
    assign: (at) => app.codeOf(steps.assignOrder, { as: engineer, body: { ...at, crewId: crew.userId } }),
    unassign: (at) => app.codeOf(steps.unassignOrder, { as: engineer, body: { ...at, remark } }),
    arrive: (body) => app.codeOf(steps.noteArrival, { as: admin, body }),
    complete: (at) => app.codeOf(steps.completeOrder, { as: admin, body: { ...at, ...yard.done } }),
    verify: (body) => app.codeOf(steps.verifyOrder, { as: clerk, body }),
    reopen: (at) => app.codeOf(steps.reopenOrder, { as: clerk, body: { ...at, remark } }),
    reply: async (at) => app.codeOf(replyToRequest, { as: clerk, body: { ...at, text: 'We look at it' } }),
    'reopen-request': (at) => app.codeOf(reopenRequest, { as: clerk, body: { ...at, remark } }),
    cancel: (at) => app.codeOf(steps.cancelOrder, { as: engineer, body: { ...at, remark } }),
  };
}
