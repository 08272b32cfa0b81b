/** The limits of wallets as lines of a list: for their own page and for the page of what waits for a second person. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { WalletLimits } from '../../wallet/wallet.rules.ts';
import type { Line } from './dated-sheet.tsx';

export const RECHARGE = ['minRechargeMinor', 'maxRechargeMinor', 'maxBalanceMinor'] as const;
export const WITHDRAWAL = [
  'minWithdrawalMinor',
  'maxWithdrawalMinor',
  'dailyWithdrawalMinor',
  'codeFromMinor',
  'approvalAboveMinor',
] as const;

export const AUTO_PAY = ['autoPayNoticeDays', 'autoPayRetryDays'] as const;

export type Drafted = { [K in keyof WalletLimits]?: unknown };

/** What is drafted has fields that are not numbers yet. */
export function useWalletLines(): (limits: Drafted) => Line[] {
  const t = useTexts('settings');
  const { money, number } = useFormats();
  const written = (minor: unknown) => (typeof minor === 'number' && !Number.isNaN(minor) ? money(minor) : '');
  const counted = (days: unknown) => (typeof days === 'number' && !Number.isNaN(days) ? number(days) : '');
  const yesNo = (value: unknown) => t(value === true ? 'rules.yes' : 'rules.no');
  return (limits) => [
    { label: t('config.wallet.enabled'), value: yesNo(limits.enabled) },
    ...[...RECHARGE, ...WITHDRAWAL].map((field) => ({
      label: t(`config.wallet.${field}`),
      value: written(limits[field]),
    })),
    { label: t('config.wallet.autoPay'), value: yesNo(limits.autoPay) },
    ...AUTO_PAY.map((field) => ({
      label: t(`config.wallet.${field}`),
      value: counted(limits[field]),
    })),
  ];
}
