/** One case: what is late, what was done about it, who decided, and what is next. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { CLOSINGS, type Closing } from '../../cases/case.rules.ts';
import { type CaseDetail, caseDetail } from '../../cases/contract.ts';
import { ApproveDialog, CaseStateChip, ExemptDialog, GiveUpDialog } from './case-parts.tsx';
import style from './dunning.module.css';

type Asked = 'approve' | 'giveUp' | 'exempt';
const isClosing = (text: string): text is Closing => (CLOSINGS as readonly string[]).includes(text);

function CaseFacts({ row }: { row: CaseDetail }) {
  const t = useTexts('collections');
  const { digits, phone } = useFormats();
  return (
    <Facts
      facts={[
        { label: t('ageing.phone'), value: phone(row.phone) },
        { label: t('dunning.late_since'), value: row.lateSince ? <Day day={row.lateSince} /> : null },
        { label: t('dunning.days_late'), value: row.daysLate === null ? null : digits(String(row.daysLate)) },
        { label: t('dunning.told'), value: <Money minor={row.toldMinor} /> },
        { label: t('dunning.pay_by'), value: <Day day={row.payBy} /> },
        ...(row.orderId
          ? [
              {
                label: t('dunning.order'),
                value: (
                  <GoLink to={`/work-order-list/${row.orderId}`}>{digits(row.orderNumber ?? '')}</GoLink>
                ),
              },
              { label: t('dunning.approved_by'), value: row.approvedByName },
            ]
          : []),
        ...(row.disconnectedOn
          ? [{ label: t('dunning.disconnected_on'), value: <Day day={row.disconnectedOn} /> }]
          : []),
        ...(row.reconnectionId
          ? [
              {
                label: t('dunning.reconnection'),
                value: (
                  <GoLink to={`/work-order-list/${row.reconnectionId}`}>
                    {digits(row.reconnectionNumber ?? '')}
                  </GoLink>
                ),
              },
            ]
          : []),
        ...(row.closedBecause
          ? [{ label: t('dunning.closed'), value: t(`dunning.closings.${row.closedBecause}`) }]
          : []),
      ]}
    />
  );
}

function History({ row }: { row: CaseDetail }) {
  const t = useTexts('collections');
  const { money, digits } = useFormats();
  return (
    <Sheet title={t('dunning.history')}>
      <ol className={style.history}>
        {row.events.map(({ id, at, event, dueMinor, remark, actorName, orderId, orderNumber }) => (
          <li key={id}>
            <b>{t(`dunning.events.${event}`)}</b> · {money(dueMinor)}
            {orderId ? <GoLink to={`/work-order-list/${orderId}`}>{digits(orderNumber ?? '')}</GoLink> : null}
            {remark ? <p>{isClosing(remark) ? t(`dunning.closings.${remark}`) : remark}</p> : null}
            <p className={style.when}>
              <Instant at={at} /> · {actorName === 'system' ? t('dunning.by_itself') : actorName}
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

export function CaseRecord() {
  const t = useTexts('collections');
  const nameIn = useNameIn();
  const place = usePlace();
  const id = usePathParam();
  const { data: row, error, refetch } = useAnswer(caseDetail, { params: { id } });
  const [asked, setAsked] = useState<Asked | null>(null);
  if (error && !row) return <FailedPage error={error} retry={refetch} />;
  if (!row) return <RecordSkeleton />;
  const close = () => setAsked(null);
  return (
    <>
      <RecordPage
        number={row.connectionNumber}
        title={t('dunning.record')}
        place={`${nameIn(row.consumerName, row.consumerNameBn)} · ${place(row)}`}
        state={<CaseStateChip state={row.state} />}
        figure={{ label: t('dunning.due'), value: <Money minor={row.dueMinor} /> }}
        actions={[
          ...(row.can.approve
            ? [{ label: t('dunning.approve'), danger: true, run: () => setAsked('approve') }]
            : []),
          ...(row.can.giveUp ? [{ label: t('dunning.give_up'), run: () => setAsked('giveUp') }] : []),
          ...(row.can.exempt && !row.exemption
            ? [{ label: t('dunning.exempt'), run: () => setAsked('exempt') }]
            : []),
        ]}
        notice={
          row.clearing ? (
            <Alert color="blue">
              <Clearing of={row.clearing} number={row.connectionNumber} />
            </Alert>
          ) : row.exemption ? (
            <Alert color="blue">
              {t('dunning.is_exempt', { name: row.exemption.madeByName, reason: row.exemption.reason })}{' '}
              <Day day={row.exemption.untilDay} />
            </Alert>
          ) : row.hangs ? (
            <Alert color="yellow">{t('dunning.nexts.HANGS')}</Alert>
          ) : undefined
        }
      >
        <Sheet>
          <CaseFacts row={row} />
          <p className={style.more}>
            <GoLink
              to="/billing/invoice-list"
              query={{ page: 1, search: row.connectionNumber, open: 'true' }}
            >
              {t('dunning.to_bills')}
            </GoLink>
          </p>
        </Sheet>
        <History row={row} />
        {row.others.length + row.disconnections.length > 0 ? <Earlier row={row} /> : null}
      </RecordPage>
      {asked === 'approve' ? <ApproveDialog cases={[row]} close={close} done={close} /> : null}
      {asked === 'giveUp' ? <GiveUpDialog row={row} close={close} /> : null}
      {asked === 'exempt' ? <ExemptDialog row={row} close={close} /> : null}
    </>
  );
}

/** What no bank has paid yet: the case waits for it. */
function Clearing({ of, number }: { of: NonNullable<CaseDetail['clearing']>; number: string }) {
  const t = useTexts('collections');
  const { day, money } = useFormats();
  const { cheques: count, sumMinor, lateMinor, since } = of;
  return (
    <>
      {t(count === 1 ? 'dunning.in_clearing' : 'dunning.several_in_clearing', {
        ...{ count, sum: money(sumMinor), late: money(lateMinor), day: day(since) },
      })}{' '}
      <GoLink to="/cheques" query={{ page: 1, search: number }}>
        {t('dunning.to_cheques')}
      </GoLink>
    </>
  );
}

/** Of the same connection. */
function Earlier({ row }: { row: CaseDetail }) {
  const t = useTexts('collections');
  const { day } = useFormats();
  return (
    <Sheet title={t('dunning.earlier')}>
      <ul className={style.history}>
        {row.disconnections.map(({ fromDay, toDay }) => (
          <li key={fromDay}>
            {toDay
              ? t('dunning.without_water', { from: day(fromDay), to: day(toDay) })
              : t('dunning.without_water_since', { from: day(fromDay) })}
          </li>
        ))}
        {row.others.map(({ id, openedOn, state, closedBecause }) => (
          <li key={id}>
            <GoLink to={`/billing/dunning/${id}`}>{day(openedOn)}</GoLink> ·{' '}
            {closedBecause ? t(`dunning.closings.${closedBecause}`) : t(`dunning.states.${state}`)}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
