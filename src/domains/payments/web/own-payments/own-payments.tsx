/** A household's payments by year, the newest first: those for bills and those for demand notes. */

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#shared/paging.ts';
import { useGo, usePath, useUrlQuery } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { selectedApplication } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { FileMenu } from '#web/ui/list/file-menu.tsx';
import { ListTabs } from '#web/ui/list/list-tabs.tsx';
import { NothingOfPlace } from '#web/ui/list/nothing-of-place.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { useExistingPage, useList, useListState } from '#web/ui/list/use-list.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { paymentHistory, paymentHistoryDownload } from '../../contract.ts';
import { PAYMENT_SOURCES, type PaymentSource } from '../../payment.rules.ts';
import { useSource } from '../payment-source.ts';
import style from './own-payments.module.css';
import { YearsOfPayments } from './payment-lines.tsx';

const FILTERS = ['source'];
/** Short, so that the five are in one line on a phone. */
const OWN_NAMES = {
  INVOICE: 'history.INVOICE',
  APPLICATION_SURVEY: 'history.APPLICATION_SURVEY',
  WORK_ORDER_SURVEY: 'history.own_repairs',
  OWNERSHIP_CHANGE: 'history.own_changes',
  WALLET_RECHARGE: 'methods.WALLET',
} as const satisfies Record<PaymentSource, string>;

function Older({ size }: { size: number }) {
  const t = useTexts('payments');
  const go = useGo();
  const path = usePath();
  const query = useUrlQuery();
  const more = Math.min(size + DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      onClick={() => void go(path, { ...query, page: 1, size: more }, { replace: true })}
    >
      {t('history.own_older')}
    </Button>
  );
}

export function OwnPayments() {
  const t = useTexts('payments');
  const title = usePageName() ?? '';
  const source = useSource();
  const selected = usePersisted(selectedApplication);
  const fixed = { source, ...(selected ? { applicationId: selected.applicationId } : {}) };
  // On a phone the newest payment comes before the file.
  const isPhone = useMediaQuery('(max-width: 40em)');
  const { state, change } = useListState(FILTERS);
  // The order is that of the page, also if a link of another list says another one.
  // Older ones are added below, so that no year begins twice. Nobody scrolls further than the longest page.
  const isLongest = state.size >= MAX_PAGE_SIZE;
  const asked = { ...state, page: isLongest ? state.page : 1, sort: undefined, search: '', filters: {} };
  const found = useList(paymentHistory, asked, fixed);
  useExistingPage(found, asked, change);
  const { data, error, refetch } = found;
  const file =
    data && data.total > 0 ? (
      <FileMenu
        endpoint={paymentHistoryDownload}
        name="payments"
        label={t('history.own_file')}
        query={fixed}
      />
    ) : null;
  return (
    <div className={style.page}>
      <PageHead title={title} about={t('history.own_about')}>
        {isPhone ? null : file}
      </PageHead>
      <ListTabs
        label={title}
        tabs={{
          name: 'source',
          noAll: true,
          items: PAYMENT_SOURCES.map((value) => ({
            value,
            label: t(OWN_NAMES[value]),
          })),
        }}
        state={{ ...state, filters: { source } }}
        change={change}
      />
      {error && !data ? <FailedPage error={error} retry={refetch} /> : null}
      {data || error ? null : <RecordSkeleton />}
      {data?.total === 0 ? (
        <NothingOfPlace title={t('history.empty')} text={t('history.empty_help')} />
      ) : null}
      {data ? <YearsOfPayments payments={data.items} /> : null}
      {data && data.total > state.size && !isLongest ? <Older size={state.size} /> : null}
      {data && isLongest && data.total > state.size ? (
        <Pager page={state.page} size={state.size} total={data.total} change={change} />
      ) : null}
      {isPhone ? <div>{file}</div> : null}
    </div>
  );
}
