/** Money that two people move: one asked for it, another one decides. Paths are ours. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../contract.ts';
import { PROPOSAL_KINDS, PROPOSAL_STATES, proposalSchema } from './proposal.schema.ts';

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

export const decideProposal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/proposals/{id}/decide',
  summary: 'The second person has it done, or refuses it with a reason',
  access: { permission: 'payments:decide' },
  rate: 'money',
  params: idParams,
  body: z.object({ accept: z.boolean(), remark: lineSchema(300).optional() }),
  output: proposalSchema,
  audit: 'proposal.decide',
  refuses: [errors.proposal_decided, errors.proposal_asker, errors.refusal_reason, errors.alarm_moved],
});
