/** Limits of wallets, and what they say to one recharge or withdrawal. */
import { z } from 'zod';
import { minorSchema } from '#shared/money.ts';

/** A limit may be nothing, never below. */
const limit = minorSchema.refine((minor) => minor >= 0, 'common.amount_invalid');
/** As the form knows them: in Taka up to ten million. */
const TOP_MINOR = 1_000_000_000;
const amount = (standard: number) =>
  limit.refine((minor) => minor <= TOP_MINOR, 'common.amount_invalid').prefault(standard);

export const walletLimits = z
  .object({
    enabled: z.boolean().default(true),
    minRechargeMinor: amount(100_00),
    maxRechargeMinor: amount(25_000_00),
    /** Most that a wallet may hold. */
    maxBalanceMinor: amount(100_000_00),
    minWithdrawalMinor: amount(500_00),
    maxWithdrawalMinor: amount(10_000_00),
    /** Of all withdrawals of one day. */
    dailyWithdrawalMinor: amount(20_000_00),
    /** From this amount on a withdrawal wants a one-time code; 0: always. */
    codeFromMinor: amount(0),
    /** Above it another person approves the withdrawal: what a wallet, or one person of the office, asks for in a day. */
    approvalAboveMinor: amount(5_000_00),
    /** Whether wallets pay bills by themselves, if their households want that. */
    autoPay: z.boolean().default(true),
    /** So many days before, the household is told what will be paid; 0: it is not told before. */
    autoPayNoticeDays: z.int().min(0).max(14).default(3),
    /** So many days after a payment by itself failed, it is tried again. */
    autoPayRetryDays: z.int().min(1).max(14).default(2),
  })
  .refine(({ minRechargeMinor, maxRechargeMinor }) => minRechargeMinor <= maxRechargeMinor, {
    error: 'settings.limits_crossed',
    path: ['maxRechargeMinor'],
  })
  .refine(({ minWithdrawalMinor, maxWithdrawalMinor }) => minWithdrawalMinor <= maxWithdrawalMinor, {
    error: 'settings.limits_crossed',
    path: ['maxWithdrawalMinor'],
  })
  .refine(({ maxWithdrawalMinor, dailyWithdrawalMinor }) => maxWithdrawalMinor <= dailyWithdrawalMinor, {
    error: 'settings.limits_crossed',
    path: ['dailyWithdrawalMinor'],
  });
export type WalletLimits = z.output<typeof walletLimits>;

export type WalletProblem = 'off' | 'below' | 'above' | 'balance' | 'day' | null;

/** Why a recharge is refused; null if it is taken. */
export function rechargeProblem(
  limits: WalletLimits,
  amountMinor: number,
  balanceMinor: number,
): WalletProblem {
  if (!limits.enabled) return 'off';
  if (amountMinor < limits.minRechargeMinor) return 'below';
  if (amountMinor > limits.maxRechargeMinor) return 'above';
  return balanceMinor + amountMinor > limits.maxBalanceMinor ? 'balance' : null;
}

type Withdrawal = { amountMinor: number; balanceMinor: number; takenTodayMinor: number };

/** Why a withdrawal is refused, and what it wants if it is taken. Switching wallets off stops recharges only. */
export function withdrawalAnswer(
  limits: WalletLimits,
  { amountMinor, balanceMinor, takenTodayMinor }: Withdrawal,
): { problem: WalletProblem; wantsCode: boolean; wantsApproval: boolean } {
  const problem = (): WalletProblem => {
    // Switched off, the last poisha can leave too.
    if (limits.enabled && amountMinor < limits.minWithdrawalMinor) return 'below';
    if (amountMinor > limits.maxWithdrawalMinor) return 'above';
    if (amountMinor > balanceMinor) return 'balance';
    return takenTodayMinor + amountMinor > limits.dailyWithdrawalMinor ? 'day' : null;
  };
  return {
    problem: problem(),
    wantsCode: amountMinor >= limits.codeFromMinor,
    // The memory of who asks at the office comes on top.
    wantsApproval: takenTodayMinor + amountMinor > limits.approvalAboveMinor,
  };
}
