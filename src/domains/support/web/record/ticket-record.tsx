/** One ticket: its thread, what it is about, what happened, and the steps that come next. */
import { useCallback, useEffect, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Instant } from '#web/ui/figures.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { getTicket, type TicketDetail } from '../../contract.ts';
import { seeTicket } from '../../steps/contract.ts';
import { TicketStateChip, TONES, useIsConsumer } from '../state-chip.tsx';
import style from '../support.module.css';
import { ReplyBox } from './reply-box.tsx';
import type { Dialog } from './step-dialogs.tsx';
import { Thread } from './thread.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { useTicketSteps } from './use-ticket-steps.ts';

const StepDialog = onDemand(() => import('./step-dialogs.tsx').then((file) => file.StepDialog));
const Rate = onDemand(() => import('./rate.tsx').then((file) => file.Rate));

/** Others write meanwhile: an open ticket looks for it twice a minute. */
const LOOKS_EVERY_MS = 30_000;

/** What was read is noted once for each last message, and only if there is something unread. */
function useSeen(ticket: TicketDetail | undefined) {
  const { id, isUnread = false, lastMessageId } = ticket ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message is another reading
  useEffect(() => {
    // A mark that could not be written is written when the ticket is opened next.
    if (id && isUnread) call(seeTicket, { body: { ticketId: id } }, { quiet: true }).catch(() => undefined);
  }, [id, isUnread, lastMessageId]);
}

export function TicketRecord() {
  const t = useTexts('support');
  const nameIn = useNameIn();
  const placeOf = usePlace();
  const pathId = usePathParam();
  const query = useUrlQuery();
  const ticketId = pathId || (query.ticketId ?? '');
  const {
    data: ticket,
    error,
    refetch,
  } = useAnswer(getTicket, { query: { ticketId } }, { refetchInterval: LOOKS_EVERY_MS });
  const [step, setStep] = useState<Dialog | null>(null);
  const isConsumer = useIsConsumer();
  const steps = useTicketSteps(ticket, setStep);
  const reload = useCallback(() => void refetch(), [refetch]);
  useSeen(ticket);
  if (error && !ticket) return <FailedPage error={error} retry={refetch} />;
  if (!ticket) return <RecordSkeleton />;
  const { sectorNumber, roadNumber, plotNumber, dueAt } = ticket;
  const place =
    sectorNumber && roadNumber && plotNumber ? placeOf({ sectorNumber, roadNumber, plotNumber }) : null;
  return (
    <>
      <RecordPage
        number={ticket.number}
        title={ticket.subject}
        place={[nameIn(ticket.categoryEn, ticket.categoryBn), place].filter(Boolean).join(' · ')}
        state={<TicketStateChip state={ticket.state} />}
        {...(dueAt && !isConsumer
          ? {
              figure: {
                label: t(ticket.isLate ? 'detail.was_due' : 'list.due'),
                value: <Instant at={dueAt} />,
              },
            }
          : {})}
        actions={steps.actions}
        more={steps.more}
        notice={<Notice ticket={ticket} />}
        aside={<History ticket={ticket} />}
      >
        <Sheet title={t('detail.thread')}>
          <Thread ticket={ticket} />
          <ReplyBox ticket={ticket} reload={reload} />
        </Sheet>
        {ticket.can.rate === 'yes' ? <Rate key={ticket.version} ticket={ticket} /> : null}
        <Sheet title={t('detail.about')}>
          <TicketFacts ticket={ticket} />
        </Sheet>
      </RecordPage>
      {step ? <StepDialog ticket={ticket} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}

/** What the person has to know before anything else. */
function Notice({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  if (isConsumer && ticket.state === 'WAITING_CUSTOMER')
    return <p className={style.note}>{t('detail.we_wait_for_you')}</p>;
  if (!isConsumer && ticket.connection?.isClosed)
    return <p className={style.note}>{t('detail.connection_closed')}</p>;
  return null;
}

function History({ ticket }: { ticket: TicketDetail }) {
  const t = useTexts('support');
  return (
    <Timeline
      title={t('detail.history')}
      events={ticket.timeline.toReversed().map((event) => ({
        ...{ id: event.id, at: event.at, tone: TONES[event.toState], by: event.by },
        ...{ title: t(`event.${event.action}`), remark: event.agent },
      }))}
    />
  );
}
