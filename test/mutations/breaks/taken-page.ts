/** Breaks by hand: the record of a taken-over bill, whose money the counter takes, and money that pays no bill of an ended connection. */
import type { Break } from '../break.ts';

const counter = 'src/domains/ownership/whose-money-at-counter.test.ts';
const record = 'src/domains/ownership/record-of-taken-bill.test.ts';
const ASK = 'src/domains/payments/refuse-unasked.ts';
const MAKE = 'src/domains/payments/actions/make-payment.ts';
const TAKEN = 'src/domains/billing/invoices/taken-over.ts';

export const takenPage: readonly Break[] = [
  {
    what: 'money of a connection with taken-over bills is the earlier owner’s if nobody says whose it is',
    file: ASK,
    find: 'if (takenOver === undefined && (await takerOf(tx, connectionId)))',
    replace: 'if (takenOver === null && (await takerOf(tx, connectionId)))',
    caughtBy: counter,
    test: 'says whose money',
  },
  {
    what: 'money that pays no bill of an ended connection is an advance, and nobody is asked',
    file: ASK,
    find: '  if (of.isBilledOut) throw fail(errors.pays_no_bill, { amount });\n',
    replace: '',
    caughtBy: counter,
    test: 'with nothing due',
  },
  {
    what: 'an advance of a connection that goes on is asked about',
    file: ASK,
    find: 'if (of.isBilledOut) throw',
    replace: 'throw',
    caughtBy: counter,
    test: 'goes on takes',
  },
  {
    what: 'money ahead of the last bill of a closed account is asked about',
    file: 'src/domains/billing/invoices/advances-left.ts',
    find: "(c.status = 'closed' and not ${billToCome})",
    replace: "(c.status = 'closed')",
    caughtBy: 'src/domains/billing/invoices/paid-ahead-of-the-last-bill.test.ts',
  },
  {
    what: 'a closed account is paid ahead without a question, also after its last bill',
    file: 'src/domains/billing/invoices/advances-left.ts',
    find: "(c.status = 'closed' and not ${billToCome})",
    replace: '(false)',
    caughtBy: 'src/domains/billing/invoices/paid-ahead-of-the-last-bill.test.ts',
  },
  {
    what: 'what is open is read before another payment of it is committed',
    file: ASK,
    find: '  await lockConnections(tx, sql`select ${connectionId}::uuid`);\n',
    replace: '',
    caughtBy: counter,
    test: 'two cashiers',
  },
  {
    what: 'money that was in the drawer before the owner changed is asked about',
    file: ASK,
    find: 'where t.taken_at > ${startOfDay(sql`${paidOn}::date + 1`)}',
    replace: 'where false',
    caughtBy: 'src/domains/ownership/money-of-before-the-change.test.ts',
  },
  {
    what: 'the counter does not ask',
    file: MAKE,
    find: '  await refuseUnasked(tx, {\n    connectionId,\n    amountMinor,\n    takenOver,\n    toPayBack,\n    seenDueMinor,\n    paidOn,\n    isCheque,\n  });\n',
    replace: '',
    caughtBy: counter,
  },
  {
    what: 'money of a day long ago is asked about by nobody',
    file: 'src/domains/payments/proposals/actions/propose-money.ts',
    find: "if (input.target.kind === 'CONNECTION')\n    await refuseUnasked",
    replace:
      "if (input.target.kind === 'DEMAND_NOTE' && input.target.kind !== 'DEMAND_NOTE')\n    await refuseUnasked",
    caughtBy: counter,
    test: 'day long ago',
  },
  {
    what: 'a household pays ahead for a connection that has ended',
    file: MAKE,
    find: '    if (mostMinor === undefined) await refuseAhead(tx, actor, connectionId);\n',
    replace: '',
    caughtBy: counter,
    test: 'online',
  },
  {
    what: 'the answer that money is kept leaves no trace',
    file: 'src/domains/payments/actions/take-counter-money.ts',
    find: '...(toPayBack ? { toPayBack } : {})',
    replace: '...{}',
    caughtBy: counter,
    test: 'with a trace',
  },
  {
    what: 'the earlier owner reads the connection of the new one on the bill',
    file: TAKEN,
    find: "case when ${actor.kind !== 'consumer'}::boolean then (",
    replace: 'case when true then (',
    caughtBy: record,
    test: 'no connection of the new one',
  },
  {
    what: 'the record of a bill names who took it over, although what is open is the earlier owner’s',
    file: 'src/domains/billing/invoices/queries.ts',
    find: 'const isTaken = invoice.isTakenOver || invoice.takenOverMinor > 0;',
    replace: 'const isTaken = true;',
    caughtBy: record,
    test: 'opens again',
  },
  {
    what: 'the counter does not ask whose money waits for the last bill of an earlier owner',
    file: ASK,
    find: '  if (of.hasChangedHands) throw fail(errors.ahead_of_last_bill, { amount });\n',
    replace: '',
    caughtBy: counter,
    test: 'still to come',
  },
  {
    what: 'money of a day long ago for taken-over bills names the earlier owner',
    file: 'src/domains/payments/proposals/queries.ts',
    find: 'coalesce(k.name, u.name,',
    replace: 'coalesce(u.name,',
    caughtBy: counter,
    test: 'names who took them over',
  },
  {
    what: 'a receipt names who is on the request now',
    file: 'src/domains/payments/queries.ts',
    find: "meters.holder_name(p.connection_id), p.payer_name, '')",
    replace: "meters.holder_name(p.connection_id), a.applicant ->> 'name', b.contact_name, e.name, '')",
    caughtBy: 'src/domains/ownership/who-paid-is-kept.test.ts',
  },
  {
    what: 'money that goes back goes to who is on the request now',
    file: 'src/domains/payments/refunds/queries.ts',
    find: "coalesce(w.payer_name, a.applicant ->> 'name',",
    replace: "coalesce(a.applicant ->> 'name',",
    caughtBy: 'src/domains/ownership/who-paid-is-kept.test.ts',
  },
  {
    what: 'the page of a change names what was agreed, not what was taken over',
    file: 'src/domains/ownership/queries.ts',
    find: 'const takenOver = sql`coalesce((select h.open_minor from ownership.changes h where h.request_id = r.id), r.liability_minor)`;',
    replace: 'const takenOver = sql`r.liability_minor`;',
    caughtBy: 'src/domains/ownership/bills-taken-over.test.ts',
  },
  {
    what: 'a receipt after the last bill promises a next one',
    file: 'src/domains/payments/receipt/receipt.ts',
    find: 'payment.isBilledOut ? words.keptForPayer : words.advance',
    replace: 'words.advance',
    caughtBy: 'src/domains/payments/receipt/what-is-kept.test.ts',
  },
];
