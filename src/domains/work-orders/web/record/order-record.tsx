/** One work order: what was asked, the estimate, the work, the photos, what happened, and the steps that come next. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Money } from '#web/ui/figures.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { getOrder } from '../../contract.ts';
import { HoldMark, OftenMark } from '../marks.tsx';
import { OrderStateChip, useIsConsumer } from '../state-chip.tsx';
import style from '../work-orders.module.css';
import { OrderNotice, useChargeFigure } from './charge-facts.tsx';
import { useEventOf } from './order-event.ts';
import { AskedFacts, hasReview, hasWork, ReviewFacts, WorkFacts } from './order-facts.tsx';
import { OrderPhotos } from './order-photos.tsx';
import { hasRating, Rating } from './rating.tsx';
import type { RequestStep } from './request-dialogs.tsx';
import type { Dialog } from './step-dialogs.tsx';
import { UnprovenNote, UnusualNote } from './unusual-note.tsx';
import { useOrderSteps } from './use-order-steps.ts';

// A household's phone loads only the small one.
const RequestDialog = onDemand(() => import('./request-dialogs.tsx').then((file) => file.RequestDialog));
const StepDialog = onDemand(() => import('./step-dialogs.tsx').then((file) => file.StepDialog));

export function OrderRecord() {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const placeOf = usePlace();
  const id = usePathParam();
  const { data: order, error, refetch } = useAnswer(getOrder, { params: { id } });
  const [step, setStep] = useState<Dialog | RequestStep | null>(null);
  const isConsumer = useIsConsumer();
  const eventOf = useEventOf();
  const chargeFigure = useChargeFigure();
  const steps = useOrderSteps(order, setStep);
  if (error && !order) return <FailedPage error={error} retry={refetch} />;
  if (!order) return <RecordSkeleton />;
  const { costMinor } = order;
  // Its photos belong to whom the office wrote it down for.
  const isOfOffice = isConsumer && order.askedAs === 'STAFF';
  const figure =
    costMinor !== null
      ? { label: t('detail.cost'), value: <Money minor={costMinor} /> }
      : chargeFigure(order);
  return (
    <>
      <RecordPage
        number={order.number}
        title={nameIn(order.categoryEn, order.categoryBn)}
        place={placeOf(order)}
        state={
          <>
            <OrderStateChip state={order.state} openMinor={order.openMinor} />
            <HoldMark pausedAt={order.pausedAt} />
            {isConsumer ? null : <OftenMark reopened={order.reopened} />}
          </>
        }
        {...(figure ? { figure } : {})}
        actions={steps.actions}
        more={steps.more}
        notice={<OrderNotice order={order} />}
        aside={<Timeline title={t('detail.history')} events={order.timeline.toReversed().map(eventOf)} />}
      >
        {hasRating(order) && isConsumer ? <Rating order={order} /> : null}
        <Sheet title={t('detail.asked')}>
          <AskedFacts order={order} />
        </Sheet>
        {hasReview(order) ? (
          <Sheet title={t('detail.review')}>
            <div className={style.parts}>
              <ReviewFacts order={order} />
            </div>
          </Sheet>
        ) : null}
        {hasWork(order) ? (
          <Sheet title={t('detail.work')}>
            <div className={style.parts}>
              <UnusualNote order={order} />
              <UnprovenNote order={order} />
              <WorkFacts order={order} />
            </div>
          </Sheet>
        ) : null}
        {hasRating(order) && !isConsumer ? <Rating order={order} /> : null}
        {isOfOffice ? null : <OrderPhotos order={order} />}
      </RecordPage>
      {step === 'reply' || step === 'reopen-request' ? (
        <RequestDialog order={order} step={step} close={() => setStep(null)} />
      ) : step ? (
        <StepDialog order={order} step={step} close={() => setStep(null)} />
      ) : null}
    </>
  );
}
