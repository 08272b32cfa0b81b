/** What each list of work orders shows of a row: what its decision needs comes first, so that it is in sight at 1280 px. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { ListedOrder } from '../contract.ts';
import type { Stage } from '../work-order.rules.ts';
import { BandWord } from './deadline.tsx';
import { crewText, OftenMark, UrgencyMark } from './marks.tsx';
import { Stars } from './stars.tsx';
import { OrderStateChip, useNames } from './state-chip.tsx';
import style from './work-orders.module.css';

export type View = {
  texts: 'requests' | 'repairs' | 'process' | 'review' | 'payment' | 'all';
  stage?: Stage;
  asker?: 'CONSUMER';
  /** Orders that are paid for. */
  isCharged?: true;
};

type Named = Record<string, Column<ListedOrder>>;
type Key =
  | keyof ReturnType<typeof useWhat>
  | keyof ReturnType<typeof useWork>
  | keyof ReturnType<typeof useMoney>;

/** In their order; of the last ones it is chosen whether they are seen. */
const SHOWN: Record<View['texts'], { seen: readonly Key[]; hidden: readonly Key[] }> = {
  requests: {
    seen: [
      ...(['number', 'state', 'category', 'place', 'due', 'similar', 'priority'] as const),
      ...(['askedBy', 'askedAt', 'photos'] as const),
    ],
    hidden: ['connection', 'reopened'],
  },
  repairs: {
    seen: [
      ...(['number', 'state', 'category', 'place', 'priority', 'photos'] as const),
      ...(['similar', 'askedBy', 'askedAt', 'due'] as const),
    ],
    hidden: ['connection', 'crew'],
  },
  process: {
    seen: [
      'number',
      'state',
      'category',
      'place',
      'due',
      'crew',
      'arrival',
      'completion',
      'materials',
      'cost',
    ],
    hidden: ['priority', 'reopened', 'rating', 'askedBy', 'askedAt', 'photos', 'connection'],
  },
  review: {
    seen: [
      ...(['number', 'state', 'category', 'place', 'due', 'crew'] as const),
      ...(['materials', 'cost', 'photos', 'reviewer'] as const),
    ],
    hidden: ['arrival', 'completion', 'priority', 'reopened', 'askedBy', 'askedAt', 'connection'],
  },
  payment: {
    seen: [
      'number',
      'state',
      'consumer',
      'charge',
      'paid',
      'open',
      'receipt',
      'paidBy',
      'cost',
      'category',
      'place',
      'askedAt',
    ],
    hidden: ['askedBy', 'connection'],
  },
  all: {
    seen: [
      ...([
        'number',
        'state',
        'category',
        'place',
        'due',
        'crew',
        'arrival',
        'completion',
        'hours',
        'firstTime',
      ] as const),
      ...([
        'materials',
        'cost',
        'photos',
        'reviewer',
        'charge',
        'paid',
        'priority',
        'reopened',
        'rating',
      ] as const),
      ...(['askedBy', 'askedAt'] as const),
    ],
    hidden: ['similar', 'consumer', 'open', 'receipt', 'paidBy', 'connection'],
  },
};

export function useColumns(texts: View['texts']): Column<ListedOrder>[] {
  const all: Named = { ...useWhat(), ...useWork(), ...useMoney() };
  const { seen, hidden } = SHOWN[texts];
  return [
    ...seen.flatMap((key) => all[key] ?? []),
    ...hidden.flatMap((key) => (all[key] ? [{ ...all[key], startsHidden: true }] : [])),
  ];
}

/** What the order is, its place, who asked for it and until when it is due. */
function useWhat() {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortInstant } = useFormats();
  const { priorities } = useNames();
  return {
    number: {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/work-order-list/${row.id}` }),
    },
    state: {
      key: 'state',
      title: t('list.state'),
      value: (row) => (
        <span className={style.states}>
          <OrderStateChip state={row.state} pausedAt={row.pausedAt} />
          <UrgencyMark priority={row.priority} />
          <OftenMark reopened={row.reopened} />
        </span>
      ),
    },
    category: {
      key: 'category',
      fields: ['categoryEn', 'categoryBn'],
      title: t('list.category'),
      value: (row) => nameIn(row.categoryEn, row.categoryBn),
      onCard: true,
      // If not, the crew is hidden at 1280 px.
      isShort: true,
    },
    place: {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    similar: {
      key: 'similar',
      title: t('list.similar_title'),
      value: (row) =>
        row.similar && (
          <GoLink to={`/work-order-list/${row.similar.id}`} className={style.also}>
            {row.similar.count > 1
              ? t('list.similar_more', {
                  number: digits(row.similar.number),
                  more: row.similar.count - 1,
                })
              : digits(row.similar.number)}
          </GoLink>
        ),
      onCard: false,
    },
    due: {
      key: 'dueAt',
      title: t('list.due'),
      value: (row) => (
        <>
          {shortInstant(row.dueAt)}
          <BandWord order={row} />
        </>
      ),
      sort: 'dueAt',
      onCard: true,
    },
    priority: { key: 'priority', title: t('list.priority'), value: (row) => priorities[row.priority] },
    askedBy: {
      key: 'askedBy',
      fields: ['askedBy', 'askedByBn'],
      title: t('list.asked_by'),
      value: (row) => row.askedBy && nameIn(row.askedBy, row.askedByBn),
    },
    askedAt: {
      key: 'askedAt',
      title: t('list.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
    },
    connection: {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('list.connection'),
      value: (row) => row.connectionNumber && digits(row.connectionNumber),
    },
  } satisfies Named;
}

/** Who does it, and what it took. */
function useWork() {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const { digits, number } = useFormats();
  return {
    crew: {
      key: 'crewName',
      fields: ['crewName', 'memberNames'],
      title: t('list.crew'),
      value: crewText,
      isShort: true,
    },
    arrival: {
      key: 'arrivedAt',
      title: t('list.arrival'),
      kind: 'instant',
      value: (row) => row.arrivedAt,
    },
    completion: {
      key: 'completedAt',
      title: t('list.completion'),
      kind: 'instant',
      value: (row) => row.completedAt,
    },
    materials: {
      key: 'materials',
      fields: ['materialsEn', 'materialsBn'],
      title: t('cost.materials'),
      value: (row) => {
        if (!row.materialsEn) return null;
        const all = digits(nameIn(row.materialsEn, row.materialsBn));
        return <span title={all}>{all}</span>;
      },
      isShort: true,
    },
    photos: { key: 'photos', title: t('list.photos'), kind: 'number', value: (row) => row.photos || null },
    reviewer: {
      key: 'reviewerName',
      title: t('list.reviewer'),
      value: (row) => row.reviewerName,
    },
    hours: {
      key: 'hoursTaken',
      title: t('list.hours_taken'),
      kind: 'number',
      value: (row) => (row.hoursTaken === null ? null : number(row.hoursTaken)),
    },
    firstTime: {
      key: 'firstTimeFix',
      title: t('list.first_time'),
      value: (row) => row.firstTimeFix && common(row.firstTimeFix === 'YES' ? 'list.yes' : 'list.no'),
    },
    reopened: { key: 'reopened', title: t('list.reopened'), kind: 'number', value: (row) => row.reopened },
    rating: {
      key: 'rating',
      title: t('list.rating'),
      value: (row) => (row.rating === null ? null : <Stars count={row.rating} />),
    },
  } satisfies Named;
}

function useMoney() {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const { paidBy } = useNames();
  return {
    consumer: {
      key: 'consumer',
      fields: ['consumerName', 'consumerNameBn'],
      title: t('detail.consumer'),
      value: (row) => row.consumerName && nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    cost: { key: 'costMinor', title: t('list.cost'), kind: 'money', value: (row) => row.costMinor },
    charge: {
      key: 'chargeMinor',
      title: t('detail.charge'),
      kind: 'money',
      value: (row) => row.chargeMinor,
      onCard: true,
    },
    paid: {
      key: 'paidMinor',
      title: t('detail.paid'),
      kind: 'money',
      value: (row) => (row.chargeMinor === null ? null : row.paidMinor),
      onCard: true,
    },
    open: { key: 'openMinor', title: t('list.open'), kind: 'money', value: (row) => row.openMinor },
    receipt: {
      key: 'receiptNumber',
      title: t('list.receipt'),
      value: (row) =>
        row.receiptId && row.receiptNumber ? (
          <GoLink to={`/payment-history/${row.receiptId}`}>{digits(row.receiptNumber)}</GoLink>
        ) : null,
    },
    paidBy: { key: 'paidBy', title: t('list.paid_by'), value: (row) => row.paidBy && paidBy[row.paidBy] },
  } satisfies Named;
}
