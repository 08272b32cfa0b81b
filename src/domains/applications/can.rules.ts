/** What may be done to an application, for the buttons. */
import { ACTIONS, type Action, type Facts, type Refusal, refusalOf, type Who } from './application.rules.ts';

/** Words that the person lacks are left out. */
export function canOf(
  facts: Facts,
  who: Who,
): Partial<Record<Action, { allowed: boolean; reason: Refusal | null }>> {
  const answers = ACTIONS.map((action) => [action, refusalOf(action, facts, who)] as const);
  return Object.fromEntries(
    answers
      .filter(([, refusal]) => refusal !== 'not_permitted')
      .map(([action, refusal]) => [action, { allowed: refusal === undefined, reason: refusal ?? null }]),
  );
}
