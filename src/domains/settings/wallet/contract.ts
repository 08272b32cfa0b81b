/** Limits of wallets, from a day on. Read on a day by walletLimitsOn. */
import { errorCodes } from '#shared/errors.ts';
import { datedEndpoints } from '../dated/contract.ts';
import { walletLimits } from './wallet.rules.ts';

export const errors = errorCodes('settings', { limits_crossed: { status: 422 } });

export const {
  list: listWalletLimits,
  plan: planWalletLimits,
  withdraw: withdrawWalletLimits,
} = datedEndpoints({
  service: 'main',
  path: '/settings/wallet',
  about: 'Limits of wallets',
  value: walletLimits,
  view: 'settings:view',
  edit: 'settings:edit',
  withdraw: 'settings:edit',
  noun: 'wallet-limits',
});
