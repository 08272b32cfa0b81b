/** Money that two people move: one asked for it, another one decides. Paths are ours. */
import { z } from 'zod';
import { errors as applicationErrors, stepRefusals } from '#domains/applications/contract.ts';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { errors as ownershipErrors } from '#domains/ownership/contract.ts';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { amountMinor, counterTender, errors } from '../contract.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES, proposalSchema } from './proposal.rules.ts';

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CONNECTION'), connectionId: z.uuid(), takenOver: z.boolean().optional() }),
  z.object({ kind: z.literal('DEMAND_NOTE'), applicationId: z.uuid() }),
  z.object({ kind: z.literal('WORK_ORDER'), orderId: z.uuid() }),
  z.object({ kind: z.literal('OWNERSHIP'), requestId: z.uuid() }),
]);

/** What a payment of counter money is refused for when it is made. */
const moneyRefusals = [
  errors.not_due,
  errors.slip_taken,
  ledgerErrors.period_closed,
  ledgerErrors.day_closed,
  errors.paid_too_early,
  ...stepRefusals('pay'),
  applicationErrors.amount_above_balance,
  applicationErrors.partial_payment,
  applicationErrors.part_too_small,
  orderErrors.wrong_state,
  orderErrors.nothing_due,
  orderErrors.charge_whole,
  ownershipErrors.wrong_state,
  ownershipErrors.fee_whole,
];

export const listProposals = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/proposals',
  summary: 'What waits for a second person, and what was decided',
  access: { permission: 'payments:decide' },
  query: paging(['-requestedAt', 'amountMinor'], {
    state: z.enum(PROPOSAL_STATES).optional(),
    kind: z.enum(PROPOSAL_KINDS).optional(),
  }),
  output: listOf(proposalSchema).extend({ counts: z.partialRecord(z.enum(PROPOSAL_STATES), z.int()) }),
});

export const listProposalsDownload = exportOf(listProposals);

export const listOwnProposals = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/proposals/own',
  summary: 'What the person asked a second one for, and what became of it',
  access: { permission: 'payments:take' },
  query: paging(['-requestedAt', 'amountMinor'], {
    state: z.enum(PROPOSAL_STATES).optional(),
    kind: z.enum(PROPOSAL_KINDS).optional(),
  }),
  output: listOf(proposalSchema).extend({ counts: z.partialRecord(z.enum(PROPOSAL_STATES), z.int()) }),
});

export const listOwnProposalsDownload = exportOf(listOwnProposals);

export const decideProposal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/proposals/{id}/decide',
  summary: 'The second person has it done, or refuses it with a reason',
  access: { permission: 'payments:decide' },
  rate: 'money',
  params: idParams,
  body: z.object({
    accept: z.boolean(),
    /** Counter money: what it was for may not take it any more; then it is recorded, and goes back to the payer by a refund. */
    sendBack: z.boolean().optional(),
    remark: lineSchema(300).optional(),
  }),
  output: proposalSchema,
  audit: ['proposal.accept', 'proposal.refuse'],
  refuses: [
    errors.proposal_decided,
    errors.proposal_asker,
    errors.refusal_reason,
    errors.alarm_moved,
    errors.bank_file_moved,
    errors.refund_not_approved,
    errors.refund_not_returned,
    applicationErrors.note_cancelled,
    ...moneyRefusals,
  ],
});

export const giveUpProposal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/proposals/{id}/give-up',
  summary: 'Who asked takes it back before it is decided',
  access: { signedIn: 'who asked for it' },
  rate: 'money',
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: proposalSchema,
  audit: 'proposal.give-up',
  refuses: [commonErrors.not_found, errors.not_asker, errors.proposal_decided],
});

export const proposeBackdated = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/proposals/backdate',
  summary: 'Ask a second person to record counter money of a day that is too long ago for one person',
  access: {
    signedIn:
      'payments:take; demand-notes:pay-counter for a demand note; work-orders:pay-counter for a work order; ownership:pay-counter for the fee of an ownership change',
  },
  rate: 'money',
  body: z.object({
    target,
    amountMinor,
    tender: counterTender,
    reason: lineSchema(300),
    /** As at the counter: `pays_no_bill` asks for it. */
    toPayBack: z.boolean().optional(),
    /** As at the counter: what its page showed as open. */
    seenDueMinor: minorSchema.optional(),
  }),
  output: proposalSchema,
  audit: 'payment.propose',
  refuses: [
    commonErrors.not_permitted,
    commonErrors.not_found,
    applicationErrors.note_cancelled,
    errors.paid_in_future,
    errors.paid_too_early,
    errors.backdate_alone,
    errors.backdate_waits,
    errors.not_due,
    errors.above_taken,
    errors.due_moved,
    errors.whose_money,
    errors.pays_no_bill,
    errors.ahead_of_last_bill,
    ledgerErrors.period_closed,
  ],
});
