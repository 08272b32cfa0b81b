/** Payment plans for the office: what is open, what comes next and what is late. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listPlans, listPlansDownload, type Plan } from '../../payment-plans/contract.ts';
import { PLAN_STATES, type PlanState } from '../../payment-plans/plan.rules.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { PlanStateChip } from './words.tsx';

const RARE = new Set<PlanState>(['EXPIRED', 'DECLINED', 'REFUSED', 'CANCELLED', 'ENDED']);

function useColumns(): Column<Plan>[] {
  const t = useTexts('payment_plans');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay, money } = useFormats();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => whole(row.number),
      to: (row) => ({ path: `/billing/payment-plans/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('list.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    { key: 'state', title: t('list.state'), value: (row) => <PlanStateChip state={row.state} /> },
    {
      key: 'sum',
      fields: ['sumMinor'],
      title: t('list.sum'),
      kind: 'money',
      value: (row) => row.sumMinor,
      onCard: false,
    },
    {
      key: 'paid',
      fields: ['paidMinor'],
      title: t('list.paid'),
      kind: 'money',
      value: (row) => row.paidMinor,
      onCard: false,
    },
    {
      key: 'left',
      fields: ['leftMinor'],
      title: t('list.left'),
      kind: 'money',
      value: (row) => row.leftMinor,
      sort: 'leftMinor',
      onCard: true,
    },
    {
      key: 'next',
      fields: ['nextOn', 'nextMinor'],
      title: t('list.next'),
      value: (row) =>
        row.nextOn && row.nextMinor !== null ? (
          <span className={style.whole}>
            {shortDay(row.nextOn)} · {money(row.nextMinor)}
          </span>
        ) : null,
      sort: 'nextOn',
      onCard: true,
    },
    {
      key: 'lateDays',
      title: t('list.late_days'),
      value: (row) => (row.lateDays ? <b>{digits(String(row.lateDays))}</b> : null),
      sort: 'lateDays',
    },
    {
      key: 'opened',
      fields: ['openedOn'],
      title: t('list.opened'),
      kind: 'day',
      value: (row) => row.openedOn,
      sort: 'openedAt',
      onCard: false,
    },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('list.connection'),
      value: (row) => whole(row.connectionNumber),
      onCard: false,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('list.place'),
      value: place,
      onCard: false,
    },
  ];
}

export function PlanList() {
  const t = useTexts('payment_plans');
  const columns = useColumns();
  const sectors = useSectorOptions();
  const exports = useExports(listPlansDownload, 'payment-plans');
  return (
    <ListPage
      endpoint={listPlans}
      exports={exports}
      title={t('title')}
      about={t('about')}
      searchLabel={t('list.search')}
      columns={columns}
      tabs={{
        name: 'state',
        counts: ({ counts }: EndpointAnswer<typeof listPlans>) => counts,
        items: PLAN_STATES.map((value) => ({ value, label: t(`states.${value}`), rare: RARE.has(value) })),
      }}
      filters={[
        { name: 'open', label: t('list.only_open'), kind: 'yesNo' },
        { name: 'late', label: t('list.only_late'), kind: 'yesNo' },
        { name: 'stillOwed', label: t('list.still_owed'), kind: 'yesNo' },
        { name: 'sectorId', label: t('list.sector'), options: sectors },
        { name: 'from', label: t('list.from'), kind: 'day' },
        { name: 'to', label: t('list.to'), kind: 'day' },
      ]}
      nameOf={(row) => row.number}
      empty={{ title: t('list.empty'), text: t('list.empty_help') }}
    />
  );
}
