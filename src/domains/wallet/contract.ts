/** Wallets: what a consumer keeps with the utility, its movements and its recharge (spec §7 Wallet). */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import {
  amountMinor,
  counterTender,
  errors as paymentErrors,
  paymentSchema,
} from '#domains/payments/contract.ts';
import { proposalSchema } from '#domains/payments/proposals/proposal.rules.ts';
import { walletLimits } from '#domains/settings/wallet/wallet.rules.ts';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryInt } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors } from './errors.ts';
import { MOVEMENTS } from './wallet.rules.ts';

export { errors };

/** A consumer's calls are about their own wallet; staff name whose. */
const whose = { consumerId: z.uuid().optional() };

const walletSchema = z.object({
  consumerId: z.uuid(),
  customerNumber: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  phone: z.string(),
  /** What can be spent. */
  balanceMinor: minorSchema,
  /** Of withdrawals that are not paid out. */
  heldMinor: minorSchema,
  movedOn: daySchema.nullable(),
  isFrozen: z.boolean(),
  /** It pays bills of a connection by itself. */
  autoPay: z.boolean(),
  frozenReason: z.string().nullable(),
  frozenBy: z.string().nullable(),
});
export type Wallet = z.output<typeof walletSchema>;

export const walletDetail = walletSchema.extend({
  /** Of today. */
  limits: walletLimits,
  /** Of today's withdrawals that did not end. */
  takenTodayMinor: minorSchema,
  /** What the open bills of the consumer's own connections ask for. */
  dueMinor: minorSchema,
  /** A deposit that was started at the bank, of which nobody knows yet how it ended: another one waits for it. */
  running: z.object({ id: z.uuid(), amountMinor: minorSchema, createdAt: instantSchema }).nullable(),
  can: z.object({
    recharge: z.boolean(),
    askWithdrawal: z.boolean(),
    freeze: z.boolean(),
  }),
});
export type WalletDetail = z.output<typeof walletDetail>;

export const checkBalance = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/check/balance',
  summary: 'One wallet: what can be spent, what is held, the limits of today',
  access: { permission: 'wallet:view' },
  query: z.object(whose),
  output: walletDetail,
  refuses: [commonErrors.not_found],
});

const movementSchema = z.object({
  id: z.string(),
  consumerId: z.uuid(),
  customerNumber: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  day: daySchema,
  at: instantSchema,
  kind: z.enum(MOVEMENTS),
  /** Receipt of a payment, or voucher of a withdrawal that was paid out. */
  reference: z.string().nullable(),
  paymentId: z.uuid().nullable(),
  inMinor: minorSchema.nullable(),
  outMinor: minorSchema.nullable(),
  /** After it. */
  balanceMinor: minorSchema,
});
export type WalletMovement = z.output<typeof movementSchema>;

export const transactionHistory = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/transaction/history',
  summary: 'Movements of a wallet with the balance after each; staff without a consumer see those of all',
  access: { permission: 'wallet:view' },
  query: paging(['-at'], {
    ...whose,
    /** The page as the specification names it; the same as offset. */
    page: queryInt(1, 1_000_000).optional(),
    kind: z.enum(MOVEMENTS).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(movementSchema).extend({
    sums: z.object({ inMinor: minorSchema, outMinor: minorSchema }),
  }),
});
export const transactionHistoryDownload = exportOf(transactionHistory);

export const rechargeAccount = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/account/recharge',
  summary: 'Put money into a wallet: staff at the counter, a consumer through the bank',
  access: { signedIn: 'wallet:recharge at the counter; wallet:use for the own wallet, through the bank' },
  rate: 'money',
  body: z.object({
    ...whose,
    amountMinor,
    tender: z.discriminatedUnion('method', [
      ...counterTender.options,
      z.object({ method: z.literal('GATEWAY') }),
    ]),
    dateReason: lineSchema(300).optional(),
    /** "Yes, this unusual amount is right": asked for by `unusual_recharge`. */
    unusual: z.boolean().default(false),
  }),
  output: paymentSchema,
  audit: ['payment.make', 'payment.begin'],
  refuses: [
    commonErrors.not_found,
    commonErrors.not_permitted,
    paymentErrors.wallet_off,
    paymentErrors.paid_in_future,
    paymentErrors.date_reason,
    paymentErrors.second_person_date,
    paymentErrors.slip_taken,
    paymentErrors.other_running,
    ledgerErrors.period_closed,
    ledgerErrors.day_closed,
    ledgerErrors.balance_frozen,
    errors.amount_below,
    errors.amount_above,
    errors.balance_full,
    errors.unusual_recharge,
  ],
});

export const proposeRecharge = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/recharge/propose',
  summary:
    'Ask a second person to record counter money for a wallet of a day that is too long ago for one person (the path is ours)',
  access: { permission: 'wallet:recharge' },
  rate: 'money',
  body: z.object({
    consumerId: z.uuid(),
    amountMinor,
    tender: counterTender,
    reason: lineSchema(300),
  }),
  output: proposalSchema,
  audit: 'payment.propose',
  refuses: [
    commonErrors.not_found,
    paymentErrors.wallet_off,
    paymentErrors.paid_in_future,
    paymentErrors.backdate_alone,
    paymentErrors.backdate_waits,
    ledgerErrors.period_closed,
    ledgerErrors.balance_frozen,
    errors.amount_below,
    errors.amount_above,
    errors.balance_full,
  ],
});

export const walletList = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/wallet/list',
  summary: 'All wallets that ever moved',
  access: { permission: 'wallet:list' },
  query: paging(['-balanceMinor', 'movedOn', 'name'], {
    page: queryInt(1, 1_000_000).optional(),
    state: z.enum(['OPEN', 'FROZEN']).optional(),
    autoPay: z.enum(['on', 'off']).optional(),
    /** In Taka. */
    from: queryInt(0, 100_000_000).optional(),
    to: queryInt(0, 100_000_000).optional(),
  }),
  output: listOf(walletSchema).extend({
    sums: z.object({ balanceMinor: minorSchema, heldMinor: minorSchema }),
  }),
});
export const walletListDownload = exportOf(walletList);

export const freezeWallet = endpoint({
  service: 'wallet',
  method: 'POST',
  path: '/wallet/freeze',
  summary: 'Freeze a wallet with a reason, or end that: a frozen one pays nothing out (the path is ours)',
  access: { permission: 'wallet:freeze' },
  rate: 'money',
  body: z.object({ consumerId: z.uuid(), freeze: z.boolean(), reason: lineSchema(300) }),
  output: walletDetail,
  audit: ['wallet.freeze', 'wallet.unfreeze'],
  refuses: [commonErrors.not_found, errors.frozen_already],
});

const reportRow = z.object({
  consumerId: z.uuid(),
  customerNumber: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  openingMinor: minorSchema,
  /** Less what was taken back of it. */
  rechargedMinor: minorSchema,
  /** Reversals of payments from it. */
  returnedMinor: minorSchema,
  paidMinor: minorSchema,
  withdrawnMinor: minorSchema,
  /** Of merged entries. */
  movedMinor: minorSchema,
  closingMinor: minorSchema,
  /** Apart: asked for and not paid out at the end. */
  heldMinor: minorSchema,
});
export type WalletReportRow = z.output<typeof reportRow>;

export const walletReport = endpoint({
  service: 'wallet',
  method: 'GET',
  path: '/report/wallet',
  summary: 'What each wallet had, got and gave in some days: opening + in − out = closing (the path is ours)',
  access: { permission: 'wallet:list' },
  query: paging(['customerNumber', '-closingMinor', '-rechargedMinor', '-paidMinor'], {
    page: queryInt(1, 1_000_000).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(reportRow).extend({
    from: daySchema,
    to: daySchema,
    sums: reportRow.omit({ consumerId: true, customerNumber: true, name: true, nameBn: true }),
  }),
});
export const walletReportDownload = exportOf(walletReport);
