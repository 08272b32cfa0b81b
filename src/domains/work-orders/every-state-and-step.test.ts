/** In each state of an order, the steps of the transition table are taken over HTTP, and all others are refused. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { makeYard } from './factory-calls.ts';
import { stepCalls } from './factory-steps.ts';
import { type OrderAction, TRANSITIONS } from './work-order.rules.ts';

const app = await testApp();
const yard = await makeYard(app);
const STEPS = stepCalls(app, yard);
const ALL = Object.entries(STEPS);
const STATES = [
  'PENDING',
  'ON_REVIEW',
  'ACCEPTED',
  'ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'CLOSED',
  'RE_OPEN',
] as const;

test.each(STATES)('in %s: what the table does not list is refused, what it lists is not', async (upTo) => {
  const isListed = (name: string) => TRANSITIONS[name as OrderAction].from.includes(upTo);
  const made = async () => {
    const { id } = await yard.order({ upTo: upTo === 'RE_OPEN' ? 'CLOSED' : upTo });
    if (upTo === 'RE_OPEN') expect(await STEPS.reopen?.(await yard.at(id))).toBeUndefined();
    return yard.at(id);
  };
  const at = await made();
  for (const [name, step] of ALL.filter(([name]) => !isListed(name)))
    expect([name, await step(at)]).toEqual([name, 'work-orders.wrong_state']);
  for (const [name, step] of ALL.filter(([name]) => isListed(name)))
    expect([name, await step(await made())]).not.toEqual([name, 'work-orders.wrong_state']);
});
