/** What the transition table does not list is refused over HTTP, each time with the code that says why. */
import { describe, expect, test } from 'vitest';
import { sql } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import type { Permission } from '#shared/permissions.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import {
  ACTIONS,
  type Action,
  STATE_ACTIONS,
  STATE_NAMES,
  type State,
  TRANSITIONS,
  type Transition,
} from '../application.rules.ts';
import { updateState } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { stepBench, subjectOf } from '../factory-steps.ts';

const app = await testApp();
const { attempt, personFor, prepared, write, people } = await stepBench(app);
const TRANSITION: Record<Action, Transition> = TRANSITIONS;

/** A job lets applications expire, a refund and a payment have states of their own: none is a call on an application. */
const CALLED = ACTIONS.filter((action) => !['expire', 'refund', 'take-back-payment'].includes(action));

/** An upload or a changed part is an edit before the review, and a correction while one is asked for. */
const ANOTHER_ACTION: Partial<Record<Action, State[]>> = {
  edit: ['RECORRECTION'],
  correct: ['DRAFT', 'PENDING'],
};

/** Without a demand note in force there is nothing to pay. */
const NOTED: State[] = ['READY_FOR_METER_INSTALLATION', 'CONNECTED'];
function refusalIn(state: State, action: Action): string {
  if (action !== 'pay' || NOTED.includes(state)) return 'applications.wrong_state';
  // It had a note, which ended with it.
  return state === 'EXPIRED' ? 'applications.note_cancelled' : 'common.not_found';
}

describe.each(STATE_NAMES)('in %s', (state: State) => {
  test('what is not listed is refused because of the state', async () => {
    const made = await makeApplication(app, { upTo: state, consumerId: String(people.owner.consumerId) });
    const unlisted = CALLED.filter(
      (action) => !TRANSITION[action].from.includes(state) && !ANOTHER_ACTION[action]?.includes(state),
    );
    const wrong: string[] = [];
    for (const action of unlisted) {
      const code = await attempt(action, made, personFor(action));
      if (code !== refusalIn(state, action)) wrong.push(`${action}: ${code}`);
    }
    expect(wrong).toEqual([]);
    if (state === 'RECORRECTION')
      expect(await attempt('edit', made, people.admin)).toBe('applications.part_not_asked');
  });

  test('nothing but restoring is done to an archived one', async () => {
    const made = await makeApplication(app, { upTo: state, consumerId: String(people.owner.consumerId) });
    if (TRANSITION.restore.from.includes(state))
      expect(await attempt('restore', made, people.admin)).toBe('applications.wrong_state');
    await write(sql`update applications.applications set archived_at = now() where id = ${made.id}`);
    const wrong: string[] = [];
    for (const action of CALLED.filter((name) => name !== 'restore')) {
      const code = await attempt(action, made, personFor(action));
      const nothingToPay = action === 'pay' && code === refusalIn(state, 'pay');
      if (code !== 'applications.archived' && !nothingToPay) wrong.push(`${action}: ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** A person without this word sees no application at all. */
const asked = CALLED.filter((action) => !TRANSITION[action].permissions.includes('applications:view'));

test.each(asked)('%s: with every other word the step is refused', async (action) => {
  const made = await prepared(action);
  // Who edits an application adds its papers by that, too.
  const own = [
    ...TRANSITION[action].permissions,
    ...(action === 'attach' ? TRANSITION.edit.permissions : []),
  ];
  const others = allPermissions(allWords).filter((word) => !own.includes(word));
  const code = await attempt(action, made, await app.staffWith(others));
  expect([code, await attempt(action, made, personFor(action))]).toEqual(['common.not_permitted', undefined]);
});

/** Each kind of paper, and each way to pay, has a word of its own; who forwards has the word to see, too (forward-one-application.test.ts). */
const ONE_FOR_EACH: readonly Action[] = ['attach', 'pay', 'noc-forward'];
const byOneOfSeveral = CALLED.filter((action) => !ONE_FOR_EACH.includes(action)).flatMap((action) => {
  const { permissions } = TRANSITION[action];
  // Work of one's own is asked for by a guard (holds-of-who-has-it.test.ts).
  const words = permissions.filter((word) => word !== 'applications:hold-own');
  return permissions.length > 1 ? words.map((word): [Action, Permission] => [action, word]) : [];
});

test.each(byOneOfSeveral)('%s: %s alone is enough', async (action, word) => {
  const made = await prepared(action);
  const person = await app.staffWith([word, 'applications:view', 'applications:view-all']);
  expect(await attempt(action, made, person)).toBeUndefined();
});

const withReason = STATE_ACTIONS.filter((action) => TRANSITION[action].remark);

test.each(withReason)('%s: the reason is required', async (action) => {
  const made = await prepared(action);
  const { id: applicationId, version, meterNumber } = await subjectOf(app, made);
  const body = { applicationId, version, action, meterNumber };
  expect(await app.codeOf(updateState, { as: personFor(action), body })).toBe('applications.remark_required');
  expect(await attempt(action, made, personFor(action))).toBeUndefined();
});
