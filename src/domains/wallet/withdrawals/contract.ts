/** Money that goes back from a wallet: asked for, proved by a one-time code, decided by a second person, paid out by a third. */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { amountMinor, errors as paymentErrors } from '#domains/payments/contract.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryInt } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from '../errors.ts';
import { PAID_BY, REJECTED_AS, WITHDRAWAL_STATES } from '../wallet.rules.ts';

export const withdrawalSchema = z.object({
  id: z.uuid(),
  consumerId: z.uuid(),
  customerNumber: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  phone: z.string(),
  state: z.enum(WITHDRAWAL_STATES),
  amountMinor: minorSchema,
  wanted: z.enum(PAID_BY),
  bankAccount: z.string().nullable(),
  /** Names of the office's people are told to the office only. */
  askedBy: z.string().nullable(),
  /** Who reads this asked for it; else the office did for the consumer. */
  isOwn: z.boolean(),
  askedAt: instantSchema,
  /** Until then the code is good; without it the withdrawal ends by itself. */
  codeExpiresAt: instantSchema,
  confirmedAt: instantSchema.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  decisionRemark: z.string().nullable(),
  rejectedAs: z.enum(REJECTED_AS).nullable(),
  /** Who of the office ended it before the code had proved it. */
  endedBy: z.string().nullable(),
  paidBy: z.string().nullable(),
  paidOn: daySchema.nullable(),
  method: z.enum(PAID_BY).nullable(),
  reference: z.string().nullable(),
  /** Of the voucher; null until it is paid out. */
  number: z.string().nullable(),
  /** To the office: who reported that the bank sent it back, and who agreed. */
  return: z
    .object({
      askedBy: z.string(),
      reference: z.string(),
      reason: z.string(),
      askedAt: instantSchema,
      decidedBy: z.string().nullable(),
    })
    .nullable(),
  can: z.object({
    confirm: z.boolean(),
    /** The code may be replaced by a new one. */
    newCode: z.boolean(),
    takeBack: z.boolean(),
    decide: z.boolean(),
    refuse: z.boolean(),
    pay: z.boolean(),
    /** Nothing is paid out as long as the wallet is frozen. */
    payAfterFreeze: z.boolean(),
    askReturn: z.boolean(),
    decideReturn: z.boolean(),
    takeBackReturn: z.boolean(),
  }),
});
export type Withdrawal = z.output<typeof withdrawalSchema>;

const asked = {
  amountMinor,
  wanted: z.enum(PAID_BY),
  /** Bank, branch and number of the account. */
  bankAccount: lineSchema(120).optional(),
};
const askRefusals = [
  ledgerErrors.balance_short,
  ledgerErrors.balance_frozen,
  errors.amount_below,
  errors.amount_above,
  errors.day_full,
  errors.bank_account,
  errors.withdrawal_waits,
];

export const withdrawOwn = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/amount/client',
  summary: 'A consumer asks for money of the own wallet: it is held, and a code goes to the phone',
  access: { permission: 'wallet:use' },
  rate: 'money',
  body: z.object(asked),
  output: withdrawalSchema,
  audit: 'wallet.ask-withdrawal',
  refuses: askRefusals,
});

export const withdrawForConsumer = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/account/withdraw',
  summary: 'The office asks for a consumer who is there: it is held, and a code goes to the consumer’s phone',
  access: { permission: 'wallet:withdraw' },
  rate: 'money',
  body: z.object({ consumerId: z.uuid(), ...asked }),
  output: withdrawalSchema,
  audit: 'wallet.ask-withdrawal',
  refuses: [commonErrors.not_found, ...askRefusals],
});

export const confirmWithdrawal = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/confirm/otp/withdraw',
  summary: 'The code from the phone proves the wish; a try is counted before it is looked at',
  access: { signedIn: 'wallet:use for the own wallet; wallet:withdraw at the office' },
  rate: 'otp',
  body: z.object({ withdrawalId: z.uuid(), code: lineSchema(20) }),
  output: withdrawalSchema,
  audit: 'wallet.confirm-withdrawal',
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    errors.wrong_state,
    errors.code_wrong,
    errors.code_over,
  ],
});

export const sendWithdrawalCode = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/send-code',
  summary: 'One new code in the place of the one that is over: to the same phone (the path is ours)',
  access: { signedIn: 'wallet:use for the own wallet; wallet:withdraw at the office' },
  rate: 'otp',
  body: z.object({ withdrawalId: z.uuid() }),
  output: withdrawalSchema,
  audit: 'wallet.send-code',
  refuses: [commonErrors.not_found, commonErrors.not_permitted, errors.wrong_state, errors.no_new_code],
});

export const takeBackWithdrawal = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/take-back',
  summary:
    'A consumer keeps the money in the wallet, or the office ends what no code has proved, with a reason that the consumer reads (the path is ours)',
  access: {
    signedIn:
      'wallet:use for the own wallet; at the office wallet:approve, or wallet:withdraw of who asked for it',
  },
  rate: 'money',
  body: z.object({
    withdrawalId: z.uuid(),
    /** Required of the office. */
    reason: lineSchema(300).optional(),
  }),
  output: withdrawalSchema,
  audit: 'wallet.take-back-withdrawal',
  refuses: [commonErrors.not_found, commonErrors.not_permitted, errors.wrong_state, errors.take_back_reason],
});

export const listWithdrawals = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/withdraw/list',
  summary: 'Withdrawals, with the count of each state; a consumer sees their own (the path is ours)',
  access: { permission: 'wallet:view' },
  query: paging(['-askedAt', 'amountMinor'], {
    page: queryInt(1, 1_000_000).optional(),
    consumerId: z.uuid().optional(),
    state: z.enum(WITHDRAWAL_STATES).optional(),
    /** Reported as sent back by the bank, and not decided. */
    returns: z.literal('WAITING').optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(withdrawalSchema).extend({
    sums: z.object({ amountMinor: minorSchema }),
    counts: z.partialRecord(z.enum(WITHDRAWAL_STATES), z.int()),
  }),
});
export const listWithdrawalsDownload = exportOf(listWithdrawals);

export const getWithdrawal = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/withdraw/detail/{id}',
  summary: 'One withdrawal (the path is ours)',
  access: { permission: 'wallet:view' },
  params: idParams,
  output: withdrawalSchema,
});

export const decideWithdrawal = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/decide',
  summary:
    'The second person approves, or refuses with a reason: then the money is in the wallet again (the path is ours)',
  access: { permission: 'wallet:approve' },
  rate: 'money',
  body: z.object({
    withdrawalId: z.uuid(),
    accept: z.boolean(),
    /** Required for a refusal; the consumer reads it. */
    remark: lineSchema(300).optional(),
  }),
  output: withdrawalSchema,
  audit: ['wallet.approve-withdrawal', 'wallet.refuse-withdrawal'],
  refuses: [commonErrors.not_found, errors.wrong_state, errors.refusal_reason, errors.withdrawal_asker],
});

export const payWithdrawal = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/pay',
  summary: 'A third person pays an approved withdrawal out: journal and voucher number (the path is ours)',
  access: { permission: 'wallet:withdraw' },
  rate: 'money',
  body: z.object({
    withdrawalId: z.uuid(),
    tender: z.discriminatedUnion('method', [
      z.object({ method: z.literal('CASH'), paidOn: daySchema.optional() }),
      z.object({ method: z.literal('BANK'), paidOn: daySchema.optional(), reference: lineSchema(60) }),
    ]),
  }),
  output: withdrawalSchema,
  audit: 'wallet.pay-withdrawal',
  refuses: [
    commonErrors.not_found,
    errors.wrong_state,
    errors.withdrawal_own,
    errors.withdrawal_approver,
    errors.paid_before_asked,
    paymentErrors.paid_in_future,
    paymentErrors.second_person_date,
    ledgerErrors.balance_frozen,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
  ],
});

export const askReturn = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/return',
  summary: 'Say that the bank sent a withdrawal back: a second person decides (the path is ours)',
  access: { permission: 'wallet:withdraw' },
  rate: 'money',
  body: z.object({
    withdrawalId: z.uuid(),
    /** The line of the bank's statement on which the money is again. */
    reference: lineSchema(60),
    reason: lineSchema(300),
  }),
  output: withdrawalSchema,
  audit: 'wallet.ask-return',
  refuses: [commonErrors.not_found, errors.wrong_state, errors.return_waits, errors.return_reference_taken],
});

export const takeBackReturn = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/return/take-back',
  summary:
    'Who reported that the bank sent it back takes the report back before it is decided (the path is ours)',
  access: { permission: 'wallet:withdraw' },
  rate: 'money',
  body: z.object({ withdrawalId: z.uuid(), reason: lineSchema(300) }),
  output: withdrawalSchema,
  audit: 'wallet.take-back-return',
  refuses: [commonErrors.not_found, errors.wrong_state, errors.return_not_asker],
});

export const decideReturn = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/withdraw/return/decide',
  summary:
    'The second person agrees: the money is in the wallet again and its owner is told; or refuses with a reason (the path is ours)',
  access: { permission: 'wallet:approve' },
  rate: 'money',
  body: z.object({
    withdrawalId: z.uuid(),
    /** Of the report that the page showed: a later one may name another line. */
    askedAt: instantSchema,
    accept: z.boolean(),
    remark: lineSchema(300).optional(),
  }),
  output: withdrawalSchema,
  audit: ['wallet.return', 'wallet.refuse-return'],
  refuses: [commonErrors.not_found, errors.wrong_state, errors.return_refusal_reason, errors.return_asker],
});
