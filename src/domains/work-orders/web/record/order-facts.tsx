/** What a work order is about: what was asked, what was planned, what was done. A household sees its part of it. */
import type { ReactNode } from 'react';
import { LinesTable } from '#domains/applications/web/papers/lines-table.tsx';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Instant, Money } from '#web/ui/figures.tsx';
import { Facts } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { useIsConsumer, useNames } from '../state-chip.tsx';
import { useChargeFacts } from './charge-facts.tsx';

type Part = { order: OrderDetail };
type Fact = { label: string; value: ReactNode };
const money = (minor: number | null) => (minor === null ? null : <Money minor={minor} />);

export function AskedFacts({ order }: Part) {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const may = useMay();
  const nameIn = useNameIn();
  const place = usePlace();
  const formats = useFormats();
  const { digits, month } = formats;
  const { priorities } = useNames();
  const isConsumer = useIsConsumer();
  const { connectionNumber, consumerName, phone } = order;
  const connection =
    connectionNumber && may('meters:view') && !isConsumer ? (
      <GoLink to="/connection-meter-list" query={{ page: 1, search: connectionNumber }}>
        {digits(connectionNumber)}
      </GoLink>
    ) : (
      connectionNumber && digits(connectionNumber)
    );
  const ofStaff = (): Fact[] => [
    { label: t('list.priority'), value: priorities[order.priority] },
    ...(consumerName
      ? [{ label: t('detail.consumer'), value: nameIn(consumerName, order.consumerNameBn) }]
      : []),
    ...(order.contactName ? [{ label: t('create.contact'), value: order.contactName }] : []),
    ...(order.reading
      ? [
          {
            label: t('detail.reading'),
            value: (
              <GoLink
                to="/preview-review"
                query={{ page: 1, period: order.reading.period, search: order.reading.meterNumber }}
              >
                {digits(order.reading.meterNumber)}, {month(order.reading.period)}
              </GoLink>
            ),
          },
        ]
      : []),
    ...(order.ticket
      ? [
          {
            label: t('detail.ticket'),
            value: (
              <GoLink to="/support-ticket-details" query={{ ticketId: order.ticket.id }}>
                {digits(order.ticket.number)}
              </GoLink>
            ),
          },
        ]
      : []),
    ...(order.reviewerName ? [{ label: t('detail.reviewer'), value: order.reviewerName }] : []),
    ...(order.reopened > 0 ? [{ label: t('list.reopened'), value: digits(String(order.reopened)) }] : []),
  ];
  return (
    <Facts
      facts={[
        ...(order.askedDescription
          ? [{ label: t('detail.asked_words'), value: order.askedDescription }]
          : []),
        ...(order.description
          ? [
              {
                label: t(order.askedDescription ? 'detail.office_words' : 'ask.description'),
                value: order.description,
              },
            ]
          : []),
        { label: common('place.title'), value: place(order) },
        { label: t('list.connection'), value: connection },
        ...(isConsumer && !phone
          ? []
          : [{ label: t('ask.phone'), value: phone && <a href={`tel:${phone}`}>{formats.phone(phone)}</a> }]),
        ...(order.askedBy
          ? [{ label: t('list.asked_by'), value: nameIn(order.askedBy, order.askedByBn) }]
          : []),
        { label: t('list.asked'), value: <Instant at={order.askedAt} /> },
        {
          label: t('list.due'),
          value: order.openMinor > 0 ? t('list.due_waits') : <Instant at={order.dueAt} />,
        },
        ...(isConsumer ? [] : ofStaff()),
      ]}
    />
  );
}

type LinesProps = {
  lines: OrderDetail['estimate'];
  caption: string;
  labourMinor: number | null;
  sum: { label: string; minor: number };
};

/** Labour has neither quantity nor rate. */
function CostLines({ lines, caption, labourMinor, sum }: LinesProps) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  return (
    <LinesTable
      caption={caption}
      of={t('detail.cost_of')}
      lines={[
        ...(labourMinor === null
          ? []
          : [
              {
                ...{ key: 'labour', name: t('detail.labour') },
                ...{ quantity: null, rateMinor: null, amountMinor: labourMinor },
              },
            ]),
        ...lines.map((line) => ({
          key: `${line.materialId} ${line.rateMinor}`,
          name: nameIn(line.nameEn, line.nameBn),
          quantity: `${line.quantity} ${unitIn(line.unit)}`,
          rateMinor: line.rateMinor,
          amountMinor: line.amountMinor,
        })),
      ]}
      sum={sum}
    />
  );
}

export const hasReview = ({ estimateMinor, chargeMinor }: OrderDetail) =>
  estimateMinor !== null || chargeMinor !== null;

/** The estimate, and what who asked pays of it. */
export function ReviewFacts({ order }: Part) {
  const t = useTexts('work-orders');
  const chargeFacts = useChargeFacts();
  const { estimate, estimateMinor, vatMinor } = order;
  if (estimateMinor === null) return null;
  // The part that the materials are not.
  const labourMinor = estimateMinor - estimate.reduce((sum, line) => sum + line.amountMinor, 0);
  return (
    <>
      <CostLines
        lines={estimate}
        caption={t('detail.estimate')}
        labourMinor={labourMinor}
        sum={{ label: t('detail.estimate'), minor: estimateMinor }}
      />
      <Facts
        facts={[
          ...(vatMinor > 0 ? [{ label: t('detail.vat'), value: money(vatMinor) }] : []),
          ...chargeFacts(order),
        ]}
      />
    </>
  );
}

export const hasWork = ({ assignedAt, crewName, arrivedAt, completedAt }: OrderDetail) =>
  [assignedAt, crewName, arrivedAt, completedAt].some((fact) => fact !== null);

/** What was done; for the office also what it took, against the estimate. */
export function WorkFacts({ order }: Part) {
  const t = useTexts('work-orders');
  const isConsumer = useIsConsumer();
  return (
    <>
      <Facts
        facts={[
          ...(isConsumer ? [] : [{ label: t('list.crew'), value: order.crewName }]),
          ...(order.memberNames ? [{ label: t('list.members'), value: order.memberNames }] : []),
          { label: t('detail.arrival'), value: <Instant at={order.arrivedAt} /> },
          { label: t('detail.completion'), value: <Instant at={order.completedAt} /> },
          { label: t('detail.cause'), value: order.cause },
          { label: t('detail.work_done'), value: order.workDone },
        ]}
      />
      {isConsumer || order.usedMinor === null ? null : <UseFacts order={order} usedMinor={order.usedMinor} />}
    </>
  );
}

function UseFacts({ order, usedMinor }: Part & { usedMinor: number }) {
  const t = useTexts('work-orders');
  const formats = useFormats();
  const { used, estimateMinor, lostLitres, varianceReason, verifiedBy, closedAt } = order;
  const difference = estimateMinor === null ? null : usedMinor - estimateMinor;
  // With its sign in words: a minus alone is easily overlooked.
  const compared =
    difference === null
      ? null
      : difference === 0
        ? t('detail.same')
        : t(difference > 0 ? 'detail.more' : 'detail.less', { amount: Math.abs(difference) });
  return (
    <>
      <CostLines
        lines={used}
        caption={t('detail.used')}
        labourMinor={usedMinor - used.reduce((sum, line) => sum + line.amountMinor, 0)}
        sum={{ label: t('detail.used'), minor: usedMinor }}
      />
      <Facts
        facts={[
          { label: t('detail.estimate'), value: money(estimateMinor) },
          { label: t('detail.difference'), value: compared },
          ...(varianceReason ? [{ label: t('detail.variance_reason'), value: varianceReason }] : []),
          {
            label: t('detail.lost_m3'),
            value: lostLitres === null ? null : formats.cubicMetres(lostLitres),
          },
          ...(verifiedBy ? [{ label: t('detail.verified_by'), value: verifiedBy }] : []),
          ...(closedAt ? [{ label: t('detail.closed'), value: <Instant at={closedAt} /> }] : []),
        ]}
      />
    </>
  );
}
