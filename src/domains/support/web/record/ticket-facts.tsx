/** What a ticket is about, and the records that it names. Each side sees its part. */
import type { ReactNode } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Instant } from '#web/ui/figures.tsx';
import { Facts } from '#web/ui/record/record-page.tsx';
import type { TicketDetail } from '../../contract.ts';
import { useIsConsumer, useNames } from '../state-chip.tsx';
import style from '../support.module.css';

type Fact = { label: string; value: ReactNode };

export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  const nameIn = useNameIn();
  return (
    <Facts
      facts={[
        { label: t('list.category'), value: nameIn(ticket.categoryEn, ticket.categoryBn) },
        { label: t('list.asked'), value: <Instant at={ticket.askedAt} /> },
        ...useRelated(ticket),
        ...useOffice(ticket, isConsumer),
        ...useStars(ticket),
      ]}
    />
  );
}

function useStars({ stars, starsRemark }: TicketDetail): Fact[] {
  const t = useTexts('support');
  const { number } = useFormats();
  if (stars === null) return [];
  return [
    { label: t('list.stars'), value: `${number(stars)} / ${number(5)}` },
    ...(starsRemark ? [{ label: t('rate.remark'), value: starsRemark }] : []),
  ];
}

/** Links lead to what the person may open. */
function useRelated(ticket: TicketDetail): Fact[] {
  const t = useTexts('support');
  const may = useMay();
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const isConsumer = useIsConsumer();
  const { connection, application, invoice, aboutOrder, orders } = ticket;
  const order = ({ id, number }: { id: string; number: string }, more = '') => (
    <GoLink key={id} to={`/work-order-list/${id}`}>
      {digits(number)}
      {more}
    </GoLink>
  );
  return [
    ...(connection
      ? [
          {
            label: t('detail.connection'),
            value:
              may('meters:view') && !isConsumer ? (
                <GoLink to="/connection-meter-list" query={{ page: 1, search: connection.number }}>
                  {digits(connection.number)}
                </GoLink>
              ) : (
                digits(connection.number)
              ),
          },
        ]
      : []),
    ...(application
      ? [
          {
            label: t('detail.application'),
            value: (
              <GoLink
                to={`${isConsumer ? '/customer/new-connections' : '/all-new-connections'}/${application.id}`}
              >
                {digits(application.number)}
              </GoLink>
            ),
          },
        ]
      : []),
    ...(invoice
      ? [
          {
            label: t('detail.invoice'),
            value: <GoLink to={`/billing/invoice-list/${invoice.id}`}>{digits(invoice.number)}</GoLink>,
          },
        ]
      : []),
    ...(aboutOrder ? [{ label: t('detail.about_order'), value: order(aboutOrder) }] : []),
    ...(orders.length > 0
      ? [
          {
            label: t('detail.orders'),
            value: orders.map((work) => (
              <div key={work.id}>{order(work, ` · ${nameIn(work.nameEn, work.nameBn)}`)}</div>
            )),
          },
        ]
      : []),
  ];
}

/** What only the office sees: how it came in, the clocks, who has it. */
function useOffice(ticket: TicketDetail, isConsumer: boolean): Fact[] {
  const t = useTexts('support');
  const { channels, priorities } = useNames();
  const { digits, phone, number } = useFormats();
  const nameIn = useNameIn();
  if (isConsumer) return [];
  const { consumer, consumerName, consumerNameBn, minutesLeft } = ticket;
  const name = consumerName && nameIn(consumerName, consumerNameBn);
  return [
    {
      label: t('list.consumer'),
      value: consumer ? (
        <div className={style.contact}>
          <div>
            <GoLink to={`/customer-management/${consumer.id}`}>{name}</GoLink>
          </div>
          {consumer.phone ? (
            <div>
              <a href={`tel:${consumer.phone}`}>{phone(consumer.phone)}</a>
            </div>
          ) : null}
        </div>
      ) : (
        name
      ),
    },
    { label: t('list.channel'), value: channels[ticket.channel] },
    { label: t('list.priority'), value: priorities[ticket.priority] },
    { label: t('list.agent'), value: ticket.agentName ?? t('detail.nobody') },
    ...(ticket.answerDueAt
      ? [{ label: t('detail.answer_due'), value: <Instant at={ticket.answerDueAt} /> }]
      : ticket.answeredAt
        ? [{ label: t('detail.answered'), value: <Instant at={ticket.answeredAt} /> }]
        : []),
    ...(ticket.solveDueAt
      ? [{ label: t('detail.solve_due'), value: <Instant at={ticket.solveDueAt} /> }]
      : []),
    ...(minutesLeft !== null
      ? [
          {
            label: t('detail.stopped'),
            value: t('detail.hours_left', { hours: number(Math.round(minutesLeft / 60)) }),
          },
        ]
      : []),
    ...(ticket.reopened > 0 ? [{ label: t('list.reopened'), value: digits(String(ticket.reopened)) }] : []),
  ];
}
