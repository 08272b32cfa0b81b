/** Every state with every action and every kind of person: exactly the steps of the table are possible. */
import { expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import {
  refusalOf,
  STAGES,
  stateAfter,
  TICKET_ACTIONS,
  TICKET_STATES,
  type TicketAction,
  type TicketState,
} from './ticket.rules.ts';

const NOW = new Date('2026-11-15T04:00:00Z');
const AGENT = 'agent';
const who = (kind: 'staff' | 'consumer' | 'system', words: Permission[], userId: string | null = null) => ({
  ...{ kind, permissions: new Set(words), userId, now: NOW },
});
const PEOPLE = {
  consumer: who('consumer', ['support:view', 'support:create'], 'consumer'),
  agent: who('staff', ['support:view', 'support:answer'], AGENT),
  otherAgent: who('staff', ['support:view', 'support:answer'], 'other'),
  lead: who('staff', ['support:view', 'support:assign'], 'lead'),
  manager: who('staff', ['support:view', 'support:manage'], 'manager'),
  counter: who('staff', ['support:view', 'support:create'], 'counter'),
  program: who('system', []),
};
type Name = keyof typeof PEOPLE;

/** Written by hand from domain.md: who takes which step from which state, and what becomes of it. */
const EXPECTED: Record<TicketAction, { by: Name[]; moves: Partial<Record<TicketState, TicketState>> }> = {
  assign: {
    by: ['lead'],
    moves: {
      ...{ OPEN: 'ASSIGNED', REOPENED: 'ASSIGNED', ASSIGNED: 'ASSIGNED', IN_PROGRESS: 'IN_PROGRESS' },
      ...{ WAITING_CUSTOMER: 'WAITING_CUSTOMER', WAITING_FIELD: 'WAITING_FIELD' },
    },
  },
  take: { by: ['agent', 'otherAgent'], moves: { OPEN: 'ASSIGNED', REOPENED: 'ASSIGNED' } },
  leave: {
    by: ['program'],
    moves: { ASSIGNED: 'OPEN', IN_PROGRESS: 'OPEN', WAITING_CUSTOMER: 'OPEN', WAITING_FIELD: 'OPEN' },
  },
  start: { by: ['agent', 'manager'], moves: { ASSIGNED: 'IN_PROGRESS' } },
  reply: {
    by: ['agent', 'manager'],
    moves: {
      ...{ ASSIGNED: 'IN_PROGRESS', IN_PROGRESS: 'IN_PROGRESS' },
      ...{ WAITING_CUSTOMER: 'WAITING_CUSTOMER', WAITING_FIELD: 'WAITING_FIELD' },
    },
  },
  ask: {
    by: ['agent', 'manager'],
    moves: { ASSIGNED: 'WAITING_CUSTOMER', IN_PROGRESS: 'WAITING_CUSTOMER' },
  },
  answer: {
    by: ['consumer'],
    moves: {
      ...{ OPEN: 'OPEN', ASSIGNED: 'ASSIGNED', IN_PROGRESS: 'IN_PROGRESS', REOPENED: 'REOPENED' },
      ...{ WAITING_CUSTOMER: 'IN_PROGRESS', WAITING_FIELD: 'WAITING_FIELD' },
    },
  },
  note: {
    by: ['agent', 'otherAgent', 'lead'],
    moves: Object.fromEntries(TICKET_STATES.map((state) => [state, state])),
  },
  order: { by: ['agent', 'manager'], moves: { IN_PROGRESS: 'WAITING_FIELD' } },
  'field-done': { by: ['program'], moves: { WAITING_FIELD: 'IN_PROGRESS' } },
  'field-again': {
    by: ['program'],
    moves: {
      ...{ ASSIGNED: 'WAITING_FIELD', IN_PROGRESS: 'WAITING_FIELD', WAITING_CUSTOMER: 'WAITING_FIELD' },
      ...{ RESOLVED: 'WAITING_FIELD', REJECTED: 'WAITING_FIELD', CLOSED: 'WAITING_FIELD' },
    },
  },
  resolve: {
    by: ['agent', 'manager'],
    moves: {
      ...{ ASSIGNED: 'RESOLVED', IN_PROGRESS: 'RESOLVED' },
      ...{ WAITING_CUSTOMER: 'RESOLVED', WAITING_FIELD: 'RESOLVED' },
    },
  },
  reject: {
    by: ['agent', 'lead', 'manager'],
    moves: {
      ...{ OPEN: 'REJECTED', ASSIGNED: 'REJECTED', IN_PROGRESS: 'REJECTED', REOPENED: 'REJECTED' },
      ...{ WAITING_CUSTOMER: 'REJECTED', WAITING_FIELD: 'REJECTED' },
    },
  },
  lapse: { by: ['program'], moves: { WAITING_CUSTOMER: 'RESOLVED' } },
  rate: { by: ['consumer'], moves: { RESOLVED: 'CLOSED' } },
  close: { by: ['program'], moves: { RESOLVED: 'CLOSED' } },
  reopen: {
    by: ['consumer', 'agent', 'otherAgent'],
    moves: { RESOLVED: 'REOPENED', REJECTED: 'REOPENED', CLOSED: 'REOPENED' },
  },
};

test.each(TICKET_ACTIONS)('%s', (action) => {
  const { by, moves } = EXPECTED[action];
  for (const state of TICKET_STATES) {
    const facts = { state, agentId: AGENT, endedAt: NOW.toISOString() };
    const may = (Object.keys(PEOPLE) as Name[]).filter(
      (name) => refusalOf(action, facts, PEOPLE[name]) === null,
    );
    const to = moves[state];
    expect([state, may]).toEqual([state, to ? by : []]);
    if (to) expect([state, stateAfter(action, state)]).toEqual([state, to]);
  }
});

test('why not is the first of: never theirs, not now, another agent has it, too late', () => {
  const facts = { state: 'IN_PROGRESS' as const, agentId: AGENT, endedAt: null };
  expect(refusalOf('reply', facts, PEOPLE.counter)).toBe('not_permitted');
  expect(refusalOf('reply', { ...facts, state: 'OPEN' }, PEOPLE.otherAgent)).toBe('wrong_state');
  expect(refusalOf('reply', facts, PEOPLE.otherAgent)).toBe('not_yours');
  expect(refusalOf('reply', { ...facts, agentId: null }, PEOPLE.agent)).toBe('not_yours');
  expect(refusalOf('answer', facts, who('consumer', ['support:view']))).toBe('not_permitted');
});

test('an ended ticket is opened again until 15 days have passed', () => {
  const ended = (days: number, more = 0) => ({
    ...{ state: 'CLOSED' as const, agentId: AGENT },
    endedAt: new Date(NOW.getTime() - days * 86_400_000 - more).toISOString(),
  });
  expect(refusalOf('reopen', ended(15), PEOPLE.consumer)).toBeNull();
  expect(refusalOf('reopen', ended(15, 1), PEOPLE.consumer)).toBe('reopen_too_late');
  expect(refusalOf('reopen', ended(15, 1), PEOPLE.agent)).toBe('reopen_too_late');
});

test('each state is in one tab', () => {
  expect(Object.values(STAGES).flat().toSorted()).toEqual([...TICKET_STATES].toSorted());
});
