/** A household's bills: what is to be paid first, each with its way to pay, then all others by year. */
import { useMediaQuery } from '@mantine/hooks';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FileMenu } from '#web/ui/list/file-menu.tsx';
import type { ListState } from '#web/ui/list/list-state.ts';
import { NothingOfPlace } from '#web/ui/list/nothing-of-place.tsx';
import { PagesOfCards } from '#web/ui/list/pager.tsx';
import { useExistingPage, useList, useListState } from '#web/ui/list/use-list.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { billingIds, searchInvoice, searchInvoiceDownload } from '../../invoices/contract.ts';
import { useSelectedOnly } from '../bill-parts.tsx';
import { DueBanner } from '../due-banner.tsx';
import { type Known, UnpaidBills, YearsOfBills } from './bill-cards.tsx';
import style from './own-bills.module.css';
import { TakenOverBills } from './taken-over-bills.tsx';

/** Above the years. Who owes more bills than that opens their list. */
const UNPAID_SHOWN = 12;
const FIRST_UNPAID: ListState = { page: 1, size: UNPAID_SHOWN, sort: undefined, search: '', filters: {} };
const FILTERS = ['open'];
const PATH = '/billing/invoice-list';

const useConnections = () => useAnswer(billingIds, { query: { limit: 200 } }).data;

/** The connections of the person: which of them they may pay for, and whether there is more than one. */
function useKnown(): Known {
  const data = useConnections();
  const items = data?.items ?? [];
  const isCut = (data?.total ?? 0) > items.length;
  const mayPayFor = new Map(items.map(({ connectionId, mayPay }) => [connectionId, mayPay]));
  return {
    // Of more connections than are asked for the page of the payment says it.
    mayPay: (connectionId) => mayPayFor.get(connectionId) ?? isCut,
    areMany: items.length > 1,
    only: data?.sums.payable === 1,
  };
}

/** What is to be paid and all others: asked once, however many parts of the page read it. */
function useBills() {
  const fixed = useSelectedOnly();
  const { state } = useListState(FILTERS);
  const unpaid = useList(searchInvoice, FIRST_UNPAID, { ...fixed, open: true, sort: 'dueOn' });
  // The order is that of the page, also if a link of another list says another one.
  const others = useList(
    searchInvoice,
    { ...state, sort: undefined, filters: {} },
    { ...fixed, open: false },
  );
  return { unpaid, others };
}

/** Only if there are bills to put into it. */
function BillsFile() {
  const t = useTexts('billing');
  const selectedOnly = useSelectedOnly();
  const { unpaid, others } = useBills();
  if (!unpaid.data?.total && !others.data?.total) return null;
  return (
    <FileMenu
      endpoint={searchInvoiceDownload}
      name="bills"
      label={t('invoices.own_file')}
      query={selectedOnly}
    />
  );
}

export function OwnBills() {
  const t = useTexts('billing');
  const title = usePageName() ?? '';
  const { state } = useListState(FILTERS);
  const takenOver = useConnections()?.takenOver ?? [];
  // On a phone what is to be paid is above it.
  const isPhone = useMediaQuery('(max-width: 40em)');
  return (
    <div className={style.page}>
      <PageHead title={title} about={t('invoices.own_about')}>
        {isPhone ? null : <BillsFile />}
      </PageHead>
      <TakenOverBills bills={takenOver} />
      {state.filters.open === 'true' ? <AllUnpaid /> : <UnpaidThenYears />}
      {isPhone ? (
        <div>
          <BillsFile />
        </div>
      ) : null}
    </div>
  );
}

function UnpaidThenYears() {
  const t = useTexts('billing');
  const known = useKnown();
  const { state, change } = useListState(FILTERS);
  const { unpaid, others } = useBills();
  useExistingPage(others, state, change);
  const error = unpaid.error ?? others.error;
  if (error && !(unpaid.data && others.data)) {
    return <FailedPage error={error} retry={() => [unpaid.refetch(), others.refetch()]} />;
  }
  if (!unpaid.data || !others.data) return <RecordSkeleton />;
  if (unpaid.data.total + others.data.total === 0) {
    return <NothingOfPlace title={t('invoices.empty')} text={t('invoices.empty_own_help')} />;
  }
  const { total } = unpaid.data;
  return (
    <>
      {state.page > 1 ? null : total === 0 ? (
        <p className={style.settled}>{t('billing.nothing_due')}</p>
      ) : (
        <>
          <Unpaid answer={unpaid.data} known={known} />
          {total > UNPAID_SHOWN ? (
            <GoLink className={style.more} to={PATH} query={{ page: 1, open: 'true' }}>
              {t('invoices.own_all_unpaid', { count: total })}
            </GoLink>
          ) : null}
        </>
      )}
      <YearsOfBills bills={others.data.items} known={known} />
      <PagesOfCards state={state} total={others.data.total} change={change} />
    </>
  );
}

type UnpaidProps = { answer: EndpointAnswer<typeof searchInvoice>; known: Known };

/** Several bills of one connection are paid at once; those of several connections one by one. */
function Unpaid({ answer: { items, total, sums }, known }: UnpaidProps) {
  const isOneSum = total > 1 && known.only;
  return (
    <>
      {isOneSum ? <DueBanner /> : null}
      <UnpaidBills
        bills={items}
        known={known}
        sumMinor={total > 1 && !isOneSum ? sums.dueMinor : undefined}
      />
    </>
  );
}

/** What the home page leads to, and who owes many. */
function AllUnpaid() {
  const t = useTexts('billing');
  const fixed = useSelectedOnly();
  const known = useKnown();
  const { state, change } = useListState(FILTERS);
  const asked = { ...state, sort: undefined, filters: {} };
  const fixedOpen = { ...fixed, open: true, sort: 'dueOn' };
  const found = useList(searchInvoice, asked, fixedOpen);
  useExistingPage(found, state, change);
  const { data, error, refetch } = found;
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <>
      {data.total === 0 ? <p className={style.settled}>{t('billing.nothing_due')}</p> : null}
      {data.total > 0 ? <Unpaid answer={data} known={known} /> : null}
      <PagesOfCards state={state} total={data.total} change={change} />
      <GoLink className={style.more} to={PATH} query={{ page: 1 }}>
        {t('invoices.own_all')}
      </GoLink>
    </>
  );
}
