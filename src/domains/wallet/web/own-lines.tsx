/** A consumer's movements and withdrawals as lines, which fit a phone. */
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { FileMenu } from '#web/ui/list/file-menu.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { useExistingPage, useList, useListState } from '#web/ui/list/use-list.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { transactionHistory, transactionHistoryDownload, type WalletMovement } from '../contract.ts';
import { listWithdrawals, type Withdrawal } from '../withdrawals/contract.ts';
import style from './wallet.module.css';
import { WithdrawalStateChip } from './withdrawal-parts.tsx';

export function WithdrawalLine({ row }: { row: Withdrawal }) {
  const { money, instant } = useFormats();
  return (
    <li>
      <span>
        <GoLink to="/deposit-withdraw-mange" query={{ withdrawal: row.id }} className={style.wayOn}>
          {instant(row.askedAt)}
        </GoLink>{' '}
        <WithdrawalStateChip state={row.state} />
      </span>
      <b className="figure">{money(row.amountMinor)}</b>
    </li>
  );
}

export function MovementLine({ row }: { row: WalletMovement }) {
  const t = useTexts('wallet');
  const { money, day } = useFormats();
  return (
    <li>
      <span>
        {t(`moves.kinds.${row.kind}`)} <span className={style.quiet}>{day(row.day)}</span>
      </span>
      <b className={`figure ${row.inMinor === null ? '' : style.in}`}>
        {row.inMinor === null ? `−${money(row.outMinor ?? 0)}` : `+${money(row.inMinor)}`}
      </b>
    </li>
  );
}

const NO_FILTERS: readonly string[] = [];

export function OwnMovements() {
  const t = useTexts('wallet');
  const { state, change } = useListState(NO_FILTERS);
  const found = useList(transactionHistory, state);
  useExistingPage(found, state, change);
  const { data, error, refetch } = found;
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.narrow}>
      <PageHead title={t('moves.title')} about={t('moves.about')}>
        <FileMenu
          endpoint={transactionHistoryDownload}
          name="wallet-statement"
          label={t('own.statement')}
          query={{}}
        />
      </PageHead>
      {data.total === 0 ? (
        <NothingYet title={t('own.nothing')} text={t('own.nothing_help')} />
      ) : (
        <Sheet>
          <ul className={style.lines}>
            {data.items.map((row) => (
              <MovementLine key={row.id} row={row} />
            ))}
          </ul>
          <Pager page={state.page} size={state.size} total={data.total} change={change} />
        </Sheet>
      )}
    </div>
  );
}

export function OwnWithdrawals() {
  const t = useTexts('wallet');
  const { state, change } = useListState(NO_FILTERS);
  const found = useList(listWithdrawals, state);
  useExistingPage(found, state, change);
  const { data, error, refetch } = found;
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.narrow}>
      <PageHead title={t('list.own_title')} about={t('own.out_about')}>
        <GoLink to="/customer-wallet-manage" query={{ page: 1 }}>
          {t('list.to_wallet')}
        </GoLink>
      </PageHead>
      {data.total === 0 ? (
        <NothingYet title={t('list.empty')} text={t('list.own_empty_help')} />
      ) : (
        <Sheet>
          <ul className={style.lines}>
            {data.items.map((row) => (
              <WithdrawalLine key={row.id} row={row} />
            ))}
          </ul>
          <Pager page={state.page} size={state.size} total={data.total} change={change} />
        </Sheet>
      )}
    </div>
  );
}
