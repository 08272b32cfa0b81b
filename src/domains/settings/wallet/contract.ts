/** Limits of wallets, from a day on: planned by one person, approved by another. Read on a day by walletLimitsOn. */
import { errorCodes } from '#shared/errors.ts';
import { approvedEndpoints } from '../dated/contract.ts';
import { walletLimits } from './wallet.rules.ts';

export const errors = errorCodes('settings', { limits_crossed: { status: 422 } });

export const {
  list: listWalletLimits,
  plan: planWalletLimits,
  approve: approveWalletLimits,
  withdraw: withdrawWalletLimits,
} = approvedEndpoints({
  service: 'main',
  path: '/settings/wallet',
  about: 'Limits of wallets',
  value: walletLimits,
  view: 'settings:view',
  edit: 'settings:edit',
  approve: 'settings:approve-limits',
  noun: 'wallet-limits',
});
