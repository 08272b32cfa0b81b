/** Cases in tests from the notice to the connection without water: seen by a person, ordered, done by a crew. */
import { addDays } from '#shared/dates.ts';
import type { TestApp } from '#test/app.ts';
import * as contract from './cases/contract.ts';
import type { dunningCalls } from './factory.ts';

export function sendingCalls(app: TestApp, calls: ReturnType<typeof dunningCalls>) {
  const { until, debtor, caseOf, work, look } = calls;

  /** Two bills, so that enough is late; the notice's time is over. */
  async function noticed(consumerId?: string) {
    const start = addDays(app.system().today, 1);
    await until(start);
    const made = await debtor([addDays(start, -64), addDays(start, -31)], consumerId);
    await until(addDays(start, 20));
    const found = await caseOf(made.id);
    if (found?.state !== 'NOTICED') throw new Error(`no notice: ${found?.state}`);
    return { ...made, caseId: found.id };
  }
  const seen = async (connectionId: string) => {
    const found = await caseOf(connectionId);
    if (!found) throw new Error('no case');
    const as = await app.staff('engineer');
    const { dueMinor, version, id } = await app.call(contract.caseDetail, { as, params: { id: found.id } });
    return { id, version, dueMinor };
  };
  const approve = async (cases: Awaited<ReturnType<typeof seen>>[]) => ({
    as: await app.staff('engineer'),
    body: { cases, remark: 'Looked at on site' },
  });
  async function ordered(consumerId?: string) {
    const made = await noticed(consumerId);
    const { orders } = await app.call(contract.approveDisconnections, await approve([await seen(made.id)]));
    return { ...made, orderId: orders[0]?.orderId ?? '' };
  }
  async function disconnected(consumerId?: string) {
    const made = await ordered(consumerId);
    await work(made.orderId, 'COMPLETED');
    await look();
    return made;
  }
  const reconnectionOf = async (connectionId: string) => (await caseOf(connectionId))?.reconnectionId ?? '';
  return { noticed, seen, approve, ordered, disconnected, reconnectionOf };
}
