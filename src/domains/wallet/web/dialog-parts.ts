/** What the dialogs of a wallet have in common. */
import { useTexts } from '#web/texts/texts.ts';
import type { WalletDetail } from '../contract.ts';

export type DialogProps = { wallet: WalletDetail; close: () => void };

export const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

export const useRechargeHelp = ({ limits }: WalletDetail): string => {
  const t = useTexts('wallet');
  return t('recharge.help', {
    min: limits.minRechargeMinor,
    max: limits.maxRechargeMinor,
    most: limits.maxBalanceMinor,
  });
};
