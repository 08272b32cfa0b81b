/** A consumer's wallet: what is in it first, two buttons that a thumb reaches, then what moved. */
import { Alert, Button } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { FileMenu } from '#web/ui/list/file-menu.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  checkBalance,
  transactionHistory,
  transactionHistoryDownload,
  type WalletDetail,
} from '../contract.ts';
import { isOpen } from '../wallet.rules.ts';
import { listWithdrawals, type Withdrawal } from '../withdrawals/contract.ts';
import type { AutoPayProps } from './auto-pay/auto-pay-sheet.tsx';
import type { DialogProps } from './dialog-parts.tsx';
import { MovementLine, WithdrawalLine } from './own-lines.tsx';
import style from './wallet.module.css';
import { WithdrawalDialog } from './withdrawal-parts.tsx';

const AutoPaySheet = onDemand<AutoPayProps>(() =>
  import('./auto-pay/auto-pay-sheet.tsx').then((file) => file.AutoPaySheet),
);
const DepositDialog = onDemand<DialogProps>(() =>
  import('./deposit-dialog.tsx').then((file) => file.DepositDialog),
);
const WithdrawDialog = onDemand<DialogProps & { asked: (withdrawal: Withdrawal) => void; isOwn: boolean }>(
  () => import('./withdraw-dialog.tsx').then((file) => file.WithdrawDialog),
);

export function OwnWallet() {
  const t = useTexts('wallet');
  const title = usePageName() ?? '';
  const { data: wallet, error, refetch } = useAnswer(checkBalance, { query: {} });
  if (error && !wallet) return <FailedPage error={error} retry={refetch} />;
  if (!wallet) return <RecordSkeleton />;
  return (
    <div className={style.narrow}>
      <PageHead title={title} about={t('own.about')}>
        <FileMenu
          endpoint={transactionHistoryDownload}
          name="wallet-statement"
          label={t('own.statement')}
          query={{}}
        />
      </PageHead>
      <BalanceSheet wallet={wallet} />
      <AutoPaySheet balanceMinor={wallet.balanceMinor} />
      <OpenWithdrawals />
      <LastMovements />
    </div>
  );
}

function BalanceSheet({ wallet }: { wallet: WalletDetail }) {
  const t = useTexts('wallet');
  const { money } = useFormats();
  const go = useGo();
  const [dialog, setDialog] = useState<'deposit' | 'withdraw' | null>(null);
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  const { can, limits, isFrozen, heldMinor, dueMinor, running } = wallet;
  const close = () => setDialog(null);
  return (
    <Sheet>
      <p className={style.label}>{t('own.balance')}</p>
      <p className={`${style.balance} figure`}>{money(wallet.balanceMinor)}</p>
      {heldMinor > 0 ? <p className={style.quiet}>{t('own.held', { amount: heldMinor })}</p> : null}
      {limits.enabled ? null : <Alert color="yellow">{t('own.off')}</Alert>}
      {isFrozen ? <Alert color="red">{t('own.frozen', { reason: wallet.frozenReason ?? '' })}</Alert> : null}
      {running ? (
        <Alert color="yellow">
          <p>{t('own.running', { amount: running.amountMinor })}</p>
          <GoLink to="/deposit/payment/redirect" query={{ payment: running.id }} className={style.wayOn}>
            {t('own.running_link')}
          </GoLink>
        </Alert>
      ) : null}
      <div className={style.buttons}>
        {can.recharge && !running ? (
          <Button
            size="md"
            leftSection={<IconArrowDownLeft size={18} />}
            onClick={() => setDialog('deposit')}
          >
            {t('own.deposit')}
          </Button>
        ) : null}
        {can.askWithdrawal ? (
          <Button
            size="md"
            variant="default"
            leftSection={<IconArrowUpRight size={18} />}
            onClick={() => setDialog('withdraw')}
          >
            {t('own.withdraw')}
          </Button>
        ) : null}
      </div>
      {dueMinor > 0 ? (
        <p>
          {t('own.due', { amount: dueMinor })} <GoLink to="/pay">{t('own.pay')}</GoLink>
        </p>
      ) : null}
      {dialog === 'deposit' ? <DepositDialog wallet={wallet} close={close} /> : null}
      {dialog === 'withdraw' ? (
        <WithdrawDialog
          wallet={wallet}
          close={close}
          asked={(withdrawal) =>
            withdrawal.can.confirm
              ? setAsked(withdrawal)
              : void go('/deposit-withdraw-mange', { withdrawal: withdrawal.id })
          }
          isOwn
        />
      ) : null}
      {asked ? <WithdrawalDialog withdrawal={asked} step="code" close={() => setAsked(null)} /> : null}
    </Sheet>
  );
}

function OpenWithdrawals() {
  const t = useTexts('wallet');
  const { data } = useAnswer(listWithdrawals, { query: {} });
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  const open = data?.items.filter(({ state }) => isOpen(state)) ?? [];
  if (open.length === 0) return null;
  const waiting = open.find(({ can }) => can.confirm);
  return (
    <Sheet title={t('own.pending')}>
      <ul className={style.lines}>
        {open.map((row) => (
          <WithdrawalLine key={row.id} row={row} />
        ))}
      </ul>
      {/* Who looked up the code in the app for messages comes back to a page that was loaded again. */}
      {waiting ? (
        <Button size="md" onClick={() => setAsked(waiting)}>
          {t('withdraw.enter_code')}
        </Button>
      ) : null}
      {asked ? <WithdrawalDialog withdrawal={asked} step="code" close={() => setAsked(null)} /> : null}
    </Sheet>
  );
}

const SHOWN = 10;

function LastMovements() {
  const t = useTexts('wallet');
  const { data } = useAnswer(transactionHistory, { query: { limit: SHOWN } });
  if (!data) return null;
  if (data.total === 0) return <NothingYet title={t('own.nothing')} text={t('own.nothing_help')} />;
  return (
    <Sheet
      title={t('own.last')}
      action={
        <GoLink to="/transaction-view" query={{ page: 1 }} className={style.wayOn}>
          {t('own.all')}
        </GoLink>
      }
    >
      <ul className={style.lines}>
        {data.items.map((row) => (
          <MovementLine key={row.id} row={row} />
        ))}
      </ul>
    </Sheet>
  );
}
