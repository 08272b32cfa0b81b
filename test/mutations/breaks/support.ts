/** Breaks by hand: who takes which step of a ticket, who sees it, its clocks, and what other domains tell it. */
import type { Break } from '../break.ts';

const DOMAIN = 'src/domains/support';
const RULES = `${DOMAIN}/ticket.rules.ts`;
const CLOCK = `${DOMAIN}/ticket-clock.rules.ts`;
const LOCK = `${DOMAIN}/lock-ticket.ts`;
const ACTIONS = `${DOMAIN}/steps/actions`;
const CREATE = `${ACTIONS}/create-ticket.ts`;
const ORDER = `${ACTIONS}/order-work.ts`;
const END = `${ACTIONS}/end-ticket.ts`;
const TABLES = 'migrations/0160_support.sql';
const REFUSED = `${DOMAIN}/refused-tickets.test.ts`;
const SEEN = `${DOMAIN}/who-sees-what.test.ts`;
const WAY = `${DOMAIN}/from-ticket-to-rating.test.ts`;
const CLOCKS = `${DOMAIN}/clocks-and-silence.test.ts`;
const WORK = `${DOMAIN}/work-of-tickets.test.ts`;
const LEAVES = `${DOMAIN}/agent-leaves.test.ts`;
const OWNERS = `${DOMAIN}/owner-changes.test.ts`;

export const support: readonly Break[] = [
  {
    what: 'support: another agent answers in the place of the one who has the ticket',
    file: RULES,
    find: "    return 'not_yours';\n",
    replace: '    return null;\n',
    caughtBy: REFUSED,
    test: 'is written by its agent',
  },
  {
    what: 'support: a ticket is opened again after any time',
    file: RULES,
    find: "isOver(facts.endedAt, DAYS_TO_REOPEN, who.now)) return 'reopen_too_late'",
    replace: "isOver(facts.endedAt, 9999, who.now)) return 'reopen_too_late'",
    caughtBy: REFUSED,
    test: 'more than 15 days ago',
  },
  {
    what: 'support: a consumer takes the steps of staff',
    file: RULES,
    find: "if (!by.consumer || !has('support:create')) return 'not_permitted';",
    replace: '',
    caughtBy: `${DOMAIN}/ticket.rules.test.ts`,
  },
  {
    what: 'support: a step is taken in any state',
    file: RULES,
    find: "if (!from.includes(facts.state)) return 'wrong_state';",
    replace: '',
    caughtBy: `${DOMAIN}/ticket.rules.test.ts`,
  },
  {
    what: 'support: a step is taken on an old version',
    file: LOCK,
    find: 'input.version !== undefined && input.version !== subject.version',
    replace: 'false',
    caughtBy: REFUSED,
    test: 'version that is not the last one',
  },
  {
    what: 'support: an answer goes past a newer message',
    file: `${ACTIONS}/answer-ticket.ts`,
    find: 'if (subject.lastMessageId !== input.seenUpTo) throw fail(errors.newer_message);',
    replace: '',
    caughtBy: REFUSED,
    test: 'past a newer one',
  },
  {
    what: 'support: the ticket is not locked while the last message is compared',
    file: LOCK,
    find: ' for no key update of t`',
    replace: '`',
    caughtBy: REFUSED,
    test: 'another one is on its way waits',
  },
  {
    what: "support: a ticket is written about somebody else's connection",
    file: CREATE,
    find: "actor.kind === 'consumer' ? seesConnection(actor) : own(sql`c.consumer_id`)",
    replace: 'sql`true`',
    caughtBy: REFUSED,
    test: "somebody else's connection",
  },
  {
    what: "support: a ticket names somebody else's work order",
    file: CREATE,
    find: 'and ${own(sql`o.consumer_id`)}',
    replace: '',
    caughtBy: REFUSED,
    test: "somebody else's paper",
  },
  {
    what: 'support: a ticket is written although what it is about was not found',
    file: CREATE,
    find: 'where (${option}::uuid is null or option.found) and (${about}::text is null or about.found)',
    replace: '',
    caughtBy: REFUSED,
    test: "somebody else's",
  },
  {
    what: 'support: a consumer writes in the name of another one',
    file: CREATE,
    find: 'isOffice ? input.consumerId : actor.consumerId',
    replace: 'input.consumerId ?? actor.consumerId',
    caughtBy: REFUSED,
    test: 'by a consumer for somebody else',
  },
  {
    what: 'support: a kind that is not offered any more is taken',
    file: CREATE,
    find: 'where id = ${id} and active',
    replace: 'where id = ${id}',
    caughtBy: REFUSED,
    test: 'kind that is not offered',
  },
  {
    what: 'support: a film of half a gigabyte goes with a message',
    file: `${DOMAIN}/write-message.ts`,
    find: "kind === 'attachment' || kind === 'image'",
    replace: 'Boolean(kind)',
    caughtBy: REFUSED,
    test: "somebody else's file, with a film",
  },
  {
    what: 'support: a ticket is given to somebody who does not answer',
    file: `${ACTIONS}/assign-ticket.ts`,
    find: ' and ${mayAnswer}`',
    replace: '`',
    caughtBy: REFUSED,
    test: 'given only to somebody who answers',
  },
  {
    what: 'support: opened again for the second time, the same agent gets it',
    file: TABLES,
    find: 'check (reopened < 2 or agent_id is null or agent_id <> former_agent_id)',
    replace: 'check (true)',
    caughtBy: WAY,
    test: 'another agent the second time',
  },
  {
    what: 'support: who may not ask for work does it from a ticket',
    file: ORDER,
    find: "  refuseWithout(actor, 'work-orders:create');\n",
    replace: '',
    caughtBy: REFUSED,
    test: 'without the word for it',
  },
  {
    what: 'support: an order of something else is opened again from a ticket',
    file: ORDER,
    find: 'where o.id = ${orderId} and o.ticket_id = ${ticketId} for',
    replace: 'where o.id = ${orderId} for',
    caughtBy: REFUSED,
    test: 'again at an order of something else',
  },
  {
    what: 'support: an order that ends takes a resolved ticket back',
    file: ORDER,
    find: "  if (subject.state !== 'WAITING_FIELD') return;\n",
    replace: '',
    caughtBy: WORK,
    test: 'resolved meanwhile',
  },
  ...(
    [
      [
        'cancelled',
        'src/domains/work-orders/steps/actions/end-order.ts',
        "{ what: 'ended', remark: input.remark });\n",
      ],
      [
        'verified',
        'src/domains/work-orders/steps/actions/end-order.ts',
        'await tellClosed(tx, actor, subject, answer);\n',
      ],
      [
        'rejected',
        'src/domains/work-orders/steps/actions/review-order.ts',
        "{ what: 'ended', remark: input.remark });\n",
      ],
      [
        'owed back',
        'src/domains/work-orders/steps/actions/settle-charge.ts',
        "{ what: 'ended', remark: input.remark });\n",
      ],
    ] as const
  ).map(([how, file, before]): Break => {
    const told = '  await ended(tx, actor, { ...subject, state: answer.state });\n';
    return {
      what: `support: work that is ${how} is not told to its ticket`,
      ...{ file, find: `${before}${told}`, replace: before, caughtBy: WORK, test: how },
    };
  }),
  {
    what: 'support: a change of the owner is not told to the tickets',
    file: 'src/domains/ownership/steps/actions/accept-change.ts',
    find: 'for (const tell of changed)',
    replace: 'for (const tell of changed.slice(1))',
    caughtBy: OWNERS,
  },
  {
    what: 'support: a change of the owner is noted in tickets that have ended',
    file: `${DOMAIN}/owner-change.ts`,
    find: ' and state = any(${OPEN_STATES}::text[])',
    replace: '',
    caughtBy: OWNERS,
  },
  {
    what: 'support: the former owner sees work at the connection that goes on',
    file: `${DOMAIN}/get-ticket.ts`,
    find: 'where o.ticket_id = ${ticketId} and ${own(actor, sql`o.consumer_id`)} order',
    replace: 'where o.ticket_id = ${ticketId} order',
    caughtBy: OWNERS,
  },
  {
    what: "support: the WHERE lets a consumer see others' tickets",
    file: LOCK,
    find: '? sql`t.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid))`',
    replace: '? sql`true`',
    caughtBy: SEEN,
    test: 'without row-level security',
  },
  {
    what: "support: row-level security lets a consumer see others' tickets",
    file: TABLES,
    find: 'consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])$own$',
    replace: 'true$own$',
    caughtBy: SEEN,
    test: 'without the WHERE',
  },
  ...(['tickets', 'messages', 'timeline', 'attachments'] as const).map(
    (table): Break => ({
      what: `support: the consumers' role reads every column of ${table}`,
      file: TABLES,
      ...{ find: `revoke select on support.${table} from jolkol_consumer;`, replace: '' },
      ...{ caughtBy: SEEN, test: 'without the WHERE' },
    }),
  ),
  {
    what: 'support: who only notes tickets reads the notes of the office',
    file: `${DOMAIN}/get-ticket.ts`,
    find: "(may(actor, 'support:answer') || may(actor, 'support:assign') || may(actor, 'support:manage'))",
    replace: 'true',
    caughtBy: SEEN,
    test: 'reads no notes',
  },
  {
    what: 'support: a consumer reads what the office did among itself',
    file: `${DOMAIN}/get-ticket.ts`,
    find: "or e.action not in ('note', 'take', 'leave', 'owner-changed')",
    replace: 'or true',
    caughtBy: SEEN,
    test: 'neither names of staff nor notes',
  },
  {
    what: 'support: an assignment counts as an answer',
    file: LOCK,
    find: "(action === 'reply' || action === 'ask') && subject.answeredAt",
    replace: "(action === 'start' || action === 'reply' || action === 'ask') && subject.answeredAt",
    caughtBy: CLOCKS,
    test: 'is an answer',
  },
  {
    what: 'support: a question lets the clock run',
    file: CLOCK,
    find: 'clock.solveDueAt === null\n    ? clock\n    : {',
    replace: 'clock\n    ? clock\n    : {',
    caughtBy: `${DOMAIN}/ticket-clock.rules.test.ts`,
  },
  {
    what: 'support: a new answer of the consumer begins all hours again',
    file: CLOCK,
    find: 'solvedIn(at, clock.minutesLeft, office)',
    replace: 'solvedIn(at, 600, office)',
    caughtBy: `${DOMAIN}/ticket-clock.rules.test.ts`,
  },
  {
    what: 'support: whether it was late is not kept',
    file: CLOCK,
    find: 'solveDueAt ? solveDueAt < at :',
    replace: 'solveDueAt ? false :',
    caughtBy: CLOCKS,
    test: 'was late is kept',
  },
  {
    what: 'support: the nightly round ends tickets in which somebody has just written',
    file: END,
    find: '  if (still.length === 0) return 0;\n',
    replace: '',
    caughtBy: CLOCKS,
    test: 'on its way is heard',
  },
  {
    what: 'support: a ticket is resolved without a word',
    file: END,
    find: 'if (!remark) throw fail(errors.remark_missing);',
    replace: 'if (!remark) return "-";',
    caughtBy: REFUSED,
    test: 'has its words',
  },
  {
    what: 'support: nobody tells the agent of a word of the consumer',
    file: `${ACTIONS}/answer-ticket.ts`,
    find: "if (action === 'answer') await tellAgent(tx, actor, subject, { kind: 'support.word', occasion });",
    replace: "if (action === 'answer') await Promise.resolve();",
    caughtBy: WAY,
    test: 'goes from the consumer to an agent',
  },
  {
    what: 'support: a consumer with tickets is deleted from the register without a reason',
    file: 'src/domains/consumers/actions/edit-consumers.ts',
    find: "  ['tickets', errors.has_tickets],\n",
    replace: '',
    caughtBy: REFUSED,
    test: 'stays in the register',
  },
  {
    what: 'support: a leaver’s ticket goes back to who had it last',
    file: `${ACTIONS}/hand-over-tickets.ts`,
    find: ' or (t.reopened >= 2 and t.former_agent_id = u.id)',
    replace: '',
    caughtBy: LEAVES,
    test: 'for the second time',
  },
  {
    what: 'support: who answers no tickets takes them over',
    file: `${ACTIONS}/hand-over-tickets.ts`,
    find: 'not ${roleMayAnswer} or ',
    replace: '',
    caughtBy: LEAVES,
  },
  {
    what: 'support: ended tickets are handed over too',
    file: `${ACTIONS}/hand-over-tickets.ts`,
    find: '::uuid and ${isLive}`',
    replace: '::uuid`',
    caughtBy: LEAVES,
  },
  {
    what: 'support: the tickets of an account that ends stay with it',
    file: `${ACTIONS}/hand-over-tickets.ts`,
    find: 'sets: givenTo(null, null),',
    replace: '',
    caughtBy: LEAVES,
    test: 'without a successor',
  },
  {
    what: 'support: the clock of a question stays stopped when its agent leaves',
    file: LOCK,
    find: " || action === 'leave'",
    replace: '',
    caughtBy: LEAVES,
  },
  {
    what: 'support: a ticket is taken while the account ends',
    file: `${ACTIONS}/assign-ticket.ts`,
    find: '  await holdAccounts(tx, [userId]);\n',
    replace: '',
    caughtBy: LEAVES,
    test: 'while their account ends',
  },
  {
    what: 'support: a consumer reads that the agent has left',
    file: `${DOMAIN}/get-ticket.ts`,
    find: "'leave', ",
    replace: '',
    caughtBy: LEAVES,
  },
];
