/** A consumer's own connections as cards: what is due, until when, and the way to pay it. */
import { Button } from '@mantine/core';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingOfPlace } from '#web/ui/list/nothing-of-place.tsx';
import { PagesOfCards } from '#web/ui/list/pager.tsx';
import { useExistingPage, useList, useListState } from '#web/ui/list/use-list.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { type BillingId, billingIds } from '../invoices/contract.ts';
import { useSelectedOnly } from './bill-parts.tsx';
import style from './billing.module.css';
import { DueDay } from './due-day.tsx';
import { TakenOverBills } from './own-bills/taken-over-bills.tsx';
import { useChangedHands } from './own-bills/use-changed-hands.ts';

// Few households need it, and below what is due.
const OwnHouses = onDemand<{ connections: readonly BillingId[] }>(() =>
  import('./empty-houses/own-houses.tsx').then((file) => file.OwnHouses),
);

/** What the connection is billed as, and what follows from a day on. */
function BilledAs({ billedAs }: { billedAs: NonNullable<BillingId['billedAs']> }) {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const may = useMay();
  const { en, bn, until, nextEn, nextBn, changeId } = billedAs;
  const category = nameIn(en, bn);
  return (
    <p className={style.label}>
      {until && nextEn
        ? t('billing.billed_until', { category, day: until, next: nameIn(nextEn, nextBn) })
        : t('billing.billed_as', { category })}{' '}
      {changeId && may('connection-categories:view') ? (
        <GoLink to={`/billing/categories/${changeId}`}>{t('billing.billed_change')}</GoLink>
      ) : null}
    </p>
  );
}

function ConnectionCard({ row }: { row: BillingId }) {
  const t = useTexts('billing');
  const { money, digits, month } = useFormats();
  const place = usePlace();
  const may = useMay();
  const go = useGo();
  const changed = useChangedHands()(row);
  return (
    <li className={style.card}>
      <div>
        <h2>{place(row)}</h2>
        <p className={style.label}>
          {t('billing.connection')} {digits(row.connectionNumber)}
        </p>
        {row.closedOn && !changed ? (
          <p className={style.label}>
            <b>{t('billing.closed_on', { day: row.closedOn })}</b>
          </p>
        ) : null}
        {row.billedAs && !row.closedOn && !changed ? <BilledAs billedAs={row.billedAs} /> : null}
        {changed ? <p className={style.label}>{changed}</p> : null}
        {row.takenOverMinor > 0 ? (
          <p className={style.label}>{t('taken_over.of_theirs', { amount: row.takenOverMinor })}</p>
        ) : null}
      </div>
      {row.dueMinor > 0 && row.oldestDueOn ? (
        <div>
          <div className={style.big}>{money(row.dueMinor)}</div>
          <DueDay day={row.oldestDueOn} />
          <p className={style.label}>{t('billing.open_count', { count: row.openInvoices })}</p>
        </div>
      ) : changed ? null : (
        <p className={style.settled}>{t('billing.nothing_due')}</p>
      )}
      {row.advanceMinor ? (
        <p className={style.label}>
          {t(changed || row.hasFinalBill ? 'billing.advance_ended' : 'billing.advance', {
            amount: row.advanceMinor,
          })}
        </p>
      ) : null}
      <div className={style.cardEnd}>
        {row.dueMinor > 0 && row.mayPay && may('payments:pay-online') ? (
          <Button size="md" onClick={() => go('/pay', { connectionId: row.connectionId })}>
            {t('invoice.pay', { amount: row.dueMinor })}
          </Button>
        ) : null}
        {row.lastInvoiceId && row.lastPeriod ? (
          <GoLink className={style.tall} to={`/billing/invoice-list/${row.lastInvoiceId}`}>
            {t('billing.last_bill')}: {month(row.lastPeriod)}, {money(row.lastTotalMinor ?? 0)}
          </GoLink>
        ) : null}
      </div>
    </li>
  );
}

export function MyConnections() {
  const t = useTexts('billing');
  const title = usePageName() ?? '';
  const may = useMay();
  const fixed = useSelectedOnly();
  const { state, change } = useListState([]);
  const asked = { ...state, sort: undefined, search: '' };
  const found = useList(billingIds, asked, fixed);
  useExistingPage(found, state, change);
  const { data, error, refetch } = found;
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.page}>
      <PageHead title={title} about={t('billing.own_about')} />
      <TakenOverBills bills={data.takenOver} />
      {data.items.length === 0 ? (
        <NothingOfPlace title={t('billing.empty_own')} text={t('billing.empty_own_help')} />
      ) : (
        <ul className={style.cards}>
          {data.items.map((row) => (
            <ConnectionCard key={row.connectionId} row={row} />
          ))}
        </ul>
      )}
      <PagesOfCards state={state} total={data.total} change={change} />
      {may('empty-houses:view') ? (
        <OwnHouses connections={data.items.filter((row) => !row.closedOn && !row.changedOn)} />
      ) : null}
    </div>
  );
}
