/** One wallet, also before it ever moved: what is in it, its limits, its movements and withdrawals. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { checkBalance, type WalletDetail } from '../contract.ts';
import type { Withdrawal } from '../withdrawals/contract.ts';
import { AutoPaySheet } from './auto-pay/auto-pay-sheet.tsx';
import { MovementList } from './movement-list.tsx';
import { CounterDialog, FreezeDialog } from './office-dialogs.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import { WithdrawalList } from './withdrawal-list.tsx';
import { WithdrawalDialog } from './withdrawal-parts.tsx';

/** The wallet is of the address, or a tab of its consumer's page. */
const TABS_AT = { key: 'part', keeps: ['consumerId', 'tab'] };

function WalletLimits({ wallet }: { wallet: WalletDetail }) {
  const t = useTexts('wallet');
  const { limits, takenTodayMinor } = wallet;
  return (
    <section>
      <h2>{t('wallets.limits')}</h2>
      <Facts
        facts={[
          {
            label: t('wallets.deposit_limit'),
            value: t('wallets.between', { min: limits.minRechargeMinor, max: limits.maxRechargeMinor }),
          },
          { label: t('wallets.most'), value: <Money minor={limits.maxBalanceMinor} /> },
          {
            label: t('wallets.withdrawal_limit'),
            value: t('wallets.between', { min: limits.minWithdrawalMinor, max: limits.maxWithdrawalMinor }),
          },
          {
            label: t('wallets.day_left'),
            value: <Money minor={Math.max(0, limits.dailyWithdrawalMinor - takenTodayMinor)} />,
          },
        ]}
      />
    </section>
  );
}

export function WalletOf({ consumerId }: { consumerId: string }) {
  const t = useTexts('wallet');
  const go = useGo();
  const nameIn = useNameIn();
  const { digits, phone } = useFormats();
  const { data: wallet, error, refetch } = useAnswer(checkBalance, { query: { consumerId } });
  const [dialog, setDialog] = useState<'recharge' | 'withdraw' | 'freeze' | null>(null);
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  if (error && !wallet) return <FailedPage error={error} retry={refetch} />;
  if (!wallet) return <RecordSkeleton />;
  const { can, isFrozen } = wallet;
  const close = () => setDialog(null);
  return (
    <>
      <RecordPage
        number={digits(wallet.customerNumber)}
        title={t('wallets.record', { name: nameIn(wallet.name, wallet.nameBn) })}
        state={
          <StateChip tone={isFrozen ? 'red' : 'green'}>
            {t(isFrozen ? 'wallets.FROZEN' : 'wallets.OPEN')}
          </StateChip>
        }
        figure={{ label: t('wallets.in_it'), value: <Money minor={wallet.balanceMinor} /> }}
        actions={[
          ...(can.recharge ? [{ label: t('wallets.recharge'), run: () => setDialog('recharge') }] : []),
          ...(can.askWithdrawal ? [{ label: t('wallets.withdraw'), run: () => setDialog('withdraw') }] : []),
          ...(can.freeze
            ? [
                {
                  label: t(isFrozen ? 'wallets.unfreeze' : 'wallets.freeze'),
                  run: () => setDialog('freeze'),
                  danger: !isFrozen,
                },
              ]
            : []),
        ]}
        notice={
          isFrozen ? (
            <Alert color="red">
              {t('wallets.frozen_by', { name: wallet.frozenBy ?? '', reason: wallet.frozenReason ?? '' })}
            </Alert>
          ) : undefined
        }
        tabsAt={TABS_AT}
        tabs={[
          {
            id: 'movements',
            title: t('wallets.movements'),
            content: () => <MovementList consumerId={wallet.consumerId} isPart />,
          },
          {
            id: 'withdrawals',
            title: t('list.title'),
            content: () => <WithdrawalList consumerId={wallet.consumerId} />,
          },
          {
            id: 'auto-pay',
            title: t('auto.title'),
            content: () => <AutoPaySheet consumerId={wallet.consumerId} balanceMinor={wallet.balanceMinor} />,
          },
        ]}
        aside={
          <>
            <section>
              <h2>{t('list.customer')}</h2>
              <Facts
                facts={[
                  { label: t('wallets.phone'), value: phone(wallet.phone) },
                  { label: t('wallets.held'), value: <Money minor={wallet.heldMinor} /> },
                  { label: t('wallets.due'), value: <Money minor={wallet.dueMinor} /> },
                ]}
              />
            </section>
            <WalletLimits wallet={wallet} />
          </>
        }
      />
      {dialog === 'recharge' ? <CounterDialog wallet={wallet} close={close} /> : null}
      {dialog === 'withdraw' ? (
        <WithdrawDialog wallet={wallet} close={close} asked={setAsked} isOwn={false} />
      ) : null}
      {dialog === 'freeze' ? <FreezeDialog wallet={wallet} close={close} /> : null}
      {asked ? (
        <WithdrawalDialog
          withdrawal={asked}
          step="code"
          close={() => {
            setAsked(null);
            void go('/deposit-withdraw-mange', { withdrawal: asked.id });
          }}
        />
      ) : null}
    </>
  );
}
