/** What limits would say to one recharge or withdrawal: the rules that the wallet asks. */
import { useState } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { FieldRow } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { rechargeProblem, walletLimits, withdrawalAnswer } from '../../wallet/wallet.rules.ts';
import style from './config.module.css';

type Tried = { amount?: unknown; balance?: unknown };
const START: Tried = { amount: 1_000_00, balance: 2_000_00 };

export function WalletTryOut({ limits }: { limits: unknown }) {
  const t = useTexts('settings');
  const [tried, setTried] = useState(START);
  const fields: FormFields<keyof Tried> = {
    id: 'wallet-try',
    valueOf: (name) => tried[name],
    change: (name, value) => setTried((before) => ({ ...before, [name]: value })),
    leave: () => undefined,
    problemOf: () => undefined,
  };
  const parsed = walletLimits.safeParse(limits);
  const amountMinor = Number(tried.amount ?? Number.NaN);
  const balanceMinor = Number(tried.balance ?? 0) || 0;
  const isAsked = parsed.success && !Number.isNaN(amountMinor);
  const recharge = isAsked ? rechargeProblem(parsed.data, amountMinor, balanceMinor) : null;
  const withdrawal = isAsked
    ? withdrawalAnswer(parsed.data, { amountMinor, balanceMinor, takenTodayMinor: 0 })
    : undefined;
  const taken = [
    t('config.wallet.taken'),
    ...(withdrawal?.wantsCode ? [t('config.wallet.with_code')] : []),
    ...(withdrawal?.wantsApproval ? [t('config.wallet.with_approval')] : []),
  ];
  return (
    <details>
      <summary>{t('config.wallet.try')}</summary>
      <p className={style.quiet}>{t('config.wallet.try_about')}</p>
      <FieldRow>
        <MoneyField form={fields} name="amount" label={t('config.wallet.amount')} />
        <MoneyField form={fields} name="balance" label={t('config.wallet.balance')} />
      </FieldRow>
      {isAsked ? (
        <ul className={style.lines} aria-live="polite">
          <li>
            <span>{t('config.wallet.as_recharge')}:</span>{' '}
            {recharge ? t(`config.wallet.problems.${recharge}`) : t('config.wallet.taken')}
          </li>
          <li>
            <span>{t('config.wallet.as_withdrawal')}:</span>{' '}
            {withdrawal?.problem ? t(`config.wallet.problems.${withdrawal.problem}`) : taken.join(' · ')}
          </li>
        </ul>
      ) : null}
    </details>
  );
}
