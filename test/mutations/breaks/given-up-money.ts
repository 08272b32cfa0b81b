/** Requests about money that are taken back by who asked, or refused by the second person. */
import type { Break } from '../break.ts';

const PAYMENTS = 'src/domains/payments';
const REFUND = `${PAYMENTS}/refunds/actions/give-up-refund.ts`;
const RULES = `${PAYMENTS}/refunds/refund.rules.ts`;
const REFUNDS = 'migrations/0459_refunds_that_are_given_up.sql';
const REQUESTS = 'migrations/0461_requests_of_money_are_taken_back.sql';
const REVERSAL = `${PAYMENTS}/reversals/actions/give-up-reversal.ts`;
const DECIDE_REVERSAL = `${PAYMENTS}/actions/reverse-payment.ts`;
const PROPOSAL = `${PAYMENTS}/proposals/actions/decide-proposal.ts`;
const QUERIES = `${PAYMENTS}/proposals/queries.ts`;

const ofRefunds = { caughtBy: `${PAYMENTS}/refunds/given-up.test.ts` };
const ofReversals = { caughtBy: `${PAYMENTS}/reversals/given-up-reversals.test.ts` };
const ofProposals = { caughtBy: `${PAYMENTS}/proposals/given-up-proposals.test.ts` };

export const givenUpMoney: readonly Break[] = [
  {
    what: 'somebody else takes the request for a refund back',
    ...{ file: REFUND, ...ofRefunds, test: 'another cashier' },
    find: ' and asked_by = ${actor.userId} returning id',
    replace: ' returning id',
  },
  {
    what: 'a refund that was decided is taken back',
    ...{ file: REFUND, ...ofRefunds, test: 'what was decided' },
    find: "and state = 'REQUESTED' and asked_by",
    replace: 'and asked_by',
  },
  {
    what: 'the advance of a refund that was taken back stays blocked',
    ...{ file: REFUND, ...ofRefunds, test: 'is the connection’s again' },
    find: 'if (connectionId && !paymentId)',
    replace: 'if (false && connectionId && !paymentId)',
  },
  {
    what: 'the application is not told that its refund was taken back',
    ...{ file: REFUND, ...ofRefunds, test: 'stays owed; the applicant' },
    find: 'if (applicationId && demandNoteId)',
    replace: 'if (false && applicationId && demandNoteId)',
  },
  {
    what: 'the payee is not told that a refund was taken back',
    ...{ file: REFUND, ...ofRefunds, test: 'is the connection’s again' },
    find: '  await sendRefundMessage(tx, refundId);\n',
    replace: '',
  },
  {
    what: 'everybody is offered to take the request for a refund back',
    ...{ file: RULES, ...ofRefunds, test: 'another cashier' },
    find: "refund.state === 'REQUESTED' && isAsker && may('giveUp')",
    replace: "refund.state === 'REQUESTED' && may('giveUp')",
  },
  {
    what: 'money of a refund that was taken back is never asked for again',
    ...{ file: RULES, ...ofRefunds, test: 'stays owed; the applicant' },
    find: "= ['REFUSED', 'GIVEN_UP', 'WITHDRAWN'];",
    replace: "= ['REFUSED', 'WITHDRAWN'];",
  },
  {
    what: 'the database lets anybody take the request for a refund back',
    ...{ file: REFUNDS, ...ofRefunds, test: 'the database lets nobody' },
    find: "when 'GIVEN_UP' then decided_by is not null and decided_by is not distinct from asked_by",
    replace: "when 'GIVEN_UP' then true",
  },
  {
    what: 'a refund is taken back without a reason',
    ...{ file: REFUNDS, ...ofRefunds, test: 'the database lets nobody' },
    find: "check (state not in ('REFUSED', 'GIVEN_UP') or",
    replace: "check (state not in ('REFUSED') or",
  },
  {
    what: 'the books miss the advance of a refund that was taken back',
    ...{ file: REFUNDS, ...ofRefunds, test: 'is the connection’s again' },
    find: "select f.connection_id, -f.amount_minor from payments.refunds f\n    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', 'GIVEN_UP', ",
    replace:
      "select f.connection_id, -f.amount_minor from payments.refunds f\n    where f.connection_id is not null and f.payment_id is null and f.state not in ('REFUSED', ",
  },
  {
    what: 'a demand note has one refund only, also if that was taken back',
    ...{ file: REFUNDS, ...ofRefunds, test: 'stays owed; the applicant' },
    find: "where state not in ('REFUSED', 'GIVEN_UP', 'WITHDRAWN', 'RETURNED');",
    replace: "where state not in ('REFUSED', 'WITHDRAWN', 'RETURNED');",
  },
  {
    what: 'a payment whose refund was taken back is never asked for again',
    ...{ file: REFUNDS, ...ofRefunds, test: 'the fee of an ownership change' },
    find: "where state not in ('REFUSED', 'GIVEN_UP', 'RETURNED') and",
    replace: "where state not in ('REFUSED', 'RETURNED') and",
  },
  {
    what: 'a case whose refund was taken back is offered to be asked for again beside a new one',
    ...{ file: `${PAYMENTS}/refunds/queries.ts`, ...ofRefunds, test: 'stays owed; the applicant' },
    find: "where o.state not in ('REFUSED', 'GIVEN_UP', 'RETURNED') and o.id",
    replace: "where o.state not in ('REFUSED', 'GIVEN_UP', 'RETURNED', 'REQUESTED') and o.id",
  },
  {
    what: 'the owners of a change read that a fee whose refund was taken back is examined',
    ...{ file: `${PAYMENTS}/fee-payments.ts`, ...ofRefunds, test: 'the fee of an ownership change' },
    find: "when 'GIVEN_UP' then 'REFUSED' else",
    replace: "when 'GIVEN_UP' then 'REQUESTED' else",
  },
  {
    what: 'who paid too late reads that a refund which was taken back is examined',
    file: `${PAYMENTS}/goes-back.ts`,
    find: "when f.state = 'GIVEN_UP' then 'REFUSED' when f.state in",
    replace: 'when f.state in',
    caughtBy: `${PAYMENTS}/money-that-came-too-late.test.ts`,
  },
  {
    what: 'somebody else takes the request to reverse a payment back',
    ...{ file: REVERSAL, ...ofReversals, test: 'nobody else, not without' },
    find: ' and requested_by = ${actor.userId} returning id',
    replace: ' returning id',
  },
  {
    what: 'a reversal that was decided is taken back',
    ...{ file: REVERSAL, ...ofReversals, test: 'what was decided' },
    find: "and state = 'REQUESTED' and requested_by",
    replace: 'and requested_by',
  },
  {
    what: 'everybody is offered to take the request to reverse a payment back',
    ...{ file: `${PAYMENTS}/queries.ts`, ...ofReversals, test: 'nobody else, not without' },
    find: 'giveUpReversal: mayAnswer && isAsker',
    replace: 'giveUpReversal: mayAnswer',
  },
  {
    what: 'a payment whose reversal was taken back is not reversed any more',
    ...{ file: REQUESTS, ...ofReversals, test: 'the payment stays' },
    find: "(payment_id) where state not in ('REFUSED', 'GIVEN_UP')",
    replace: "(payment_id) where state not in ('REFUSED')",
  },
  {
    what: 'the database lets anybody take the request to reverse a payment back',
    ...{ file: REQUESTS, ...ofReversals, test: 'the database lets nobody' },
    find: "when 'GIVEN_UP' then two_person and decided_by is not null and decided_by is not distinct from requested_by",
    replace: "when 'GIVEN_UP' then true",
  },
  {
    what: 'a request to reverse a payment is taken back without a reason',
    ...{ file: REQUESTS, ...ofReversals, test: 'the database lets nobody' },
    find: "constraint reversals_given_up_check check (state <> 'GIVEN_UP' or decision_remark is not null)",
    replace: 'constraint reversals_given_up_check check (true)',
  },
  {
    what: 'a reversal is refused without a reason',
    ...{ file: DECIDE_REVERSAL, ...ofReversals, test: 'refuses with a reason' },
    find: '  if (!input.accept && !input.remark) throw fail(errors.refusal_reason);\n',
    replace: '',
  },
  {
    what: 'why a reversal was refused is not kept',
    ...{ file: DECIDE_REVERSAL, ...ofReversals, test: 'refuses with a reason' },
    find: 'decision_remark = ${remark}',
    replace: 'decision_remark = null',
  },
  {
    what: 'who asked to reverse a payment is not told what was decided',
    ...{ file: DECIDE_REVERSAL, ...ofReversals, test: 'who asked is told' },
    find: '  await noticeReversalDecided(tx, actor, { ...input, ...decided, payment });\n',
    replace: '',
  },
  {
    what: 'somebody else takes a proposal of money back',
    ...{ file: PROPOSAL, ...ofProposals, test: 'nobody else: a colleague' },
    find: ' and requested_by = ${actor.userId} returning bank_file_id',
    replace: ' returning bank_file_id',
  },
  {
    what: 'a proposal that was decided is taken back',
    ...{ file: PROPOSAL, ...ofProposals, test: 'what was decided' },
    find: "and state = 'REQUESTED' and requested_by",
    replace: 'and requested_by',
  },
  {
    what: 'a settlement file whose posting was taken back waits on',
    file: PROPOSAL,
    find: '  if (givenUp.bankFileId) await releaseBankFile(tx, givenUp.bankFileId);\n',
    replace: '',
    caughtBy: `${PAYMENTS}/bank-files/posting-given-up.test.ts`,
  },
  {
    what: 'who asked for money is not told what was decided',
    ...{ file: PROPOSAL, ...ofProposals, test: 'what was agreed to' },
    find: '  await noticeProposalDecided(tx, actor, { ...input, proposal, askedBy: asked.requestedBy });\n',
    replace: '',
  },
  {
    what: 'the database lets anybody take a proposal of money back',
    ...{ file: REQUESTS, ...ofProposals, test: 'the database lets nobody' },
    find: "when 'GIVEN_UP' then decided_by is not null and decided_by is not distinct from requested_by",
    replace: "when 'GIVEN_UP' then true",
  },
  {
    what: 'a proposal of money is taken back without a reason',
    ...{ file: REQUESTS, ...ofProposals, test: 'the database lets nobody' },
    find: "constraint proposals_given_up_check check (state <> 'GIVEN_UP' or decision_remark is not null)",
    replace: 'constraint proposals_given_up_check check (true)',
  },
  {
    what: 'a proposal of somebody else is seen by who does not decide',
    ...{ file: QUERIES, ...ofProposals, test: 'nobody else: a colleague' },
    find: 'proposalAmong(db, actor, seenBy(actor), id)',
    replace: 'proposalAmong(db, actor, sql`true`, id)',
  },
  {
    what: 'the own list shows what others asked for',
    ...{ file: QUERIES, ...ofProposals, test: 'only the own' },
    find: 'pageAmong(db, actor, ofAsker(actor), query)',
    replace: 'pageAmong(db, actor, sql`true`, query)',
  },
  {
    what: 'the file of the own list has what others asked for',
    ...{ file: QUERIES, ...ofProposals, test: 'only the own' },
    find: 'listAmong(ofAsker(actor), query);',
    replace: 'listAmong(sql`true`, query);',
  },
  {
    what: 'who decides about an alarm is offered to take the proposal of another one back',
    ...{ file: `${PAYMENTS}/alarms/queries.ts`, ...ofProposals, test: 'money of an alarm' },
    find: 'giveUp: proposal !== null && actor.userId !== null && requestedById === actor.userId',
    replace: 'giveUp: proposal !== null',
  },
  {
    what: 'everybody is offered to take the way back of a refund back',
    ...{ file: `${PAYMENTS}/refunds/queries.ts`, ...ofProposals, test: 'the way back of a refund' },
    find: 'giveUpChange: actor.userId !== null && changeAskedById === actor.userId',
    replace: 'giveUpChange: changeAskedById !== null',
  },
];
