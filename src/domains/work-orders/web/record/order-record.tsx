/** One work order: what was asked, the estimate, the work, the photos, what happened, and the steps that come next. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Money } from '#web/ui/figures.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { getOrder, type OrderDetail } from '../../contract.ts';
import { OrderStateChip, TONES, useIsConsumer } from '../state-chip.tsx';
import style from '../work-orders.module.css';
import { AskedFacts, hasReview, hasWork, ReviewFacts, WorkFacts } from './order-facts.tsx';
import { OrderPhotos } from './order-photos.tsx';
import type { Dialog } from './step-dialogs.tsx';
import { useOrderSteps } from './use-order-steps.ts';

const StepDialog = onDemand(() => import('./step-dialogs.tsx').then((file) => file.StepDialog));

/** What has to be known before anything is done. */
function Notice({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  const { instant } = useFormats();
  const isConsumer = useIsConsumer();
  const { remark, chargeMinor, paidMinor, waivedReason } = order;
  const openMinor = waivedReason || chargeMinor === null ? 0 : chargeMinor - paidMinor;
  const lines = [
    ...(order.isLate ? [t('detail.late_since', { at: instant(order.dueAt) })] : []),
    ...(openMinor > 0 && order.state === 'ON_REVIEW'
      ? [t(isConsumer ? 'detail.you_pay' : 'detail.to_pay', { amount: openMinor })]
      : []),
    ...(remark ? [`${t('detail.remark')}: ${remark}`] : []),
  ];
  return lines.length === 0 ? null : (
    <div className={style.note} role="note">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

export function OrderRecord() {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const placeOf = usePlace();
  const id = usePathParam();
  const { data: order, error, refetch } = useAnswer(getOrder, { params: { id } });
  const [step, setStep] = useState<Dialog | null>(null);
  const steps = useOrderSteps(order, setStep);
  if (error && !order) return <FailedPage error={error} retry={refetch} />;
  if (!order) return <RecordSkeleton />;
  const { costMinor, chargeMinor } = order;
  const figure =
    costMinor !== null
      ? { label: t('detail.cost'), value: <Money minor={costMinor} /> }
      : chargeMinor !== null
        ? { label: t('detail.charge'), value: <Money minor={chargeMinor} /> }
        : undefined;
  return (
    <>
      <RecordPage
        number={order.number}
        title={nameIn(order.categoryEn, order.categoryBn)}
        place={placeOf(order)}
        state={<OrderStateChip state={order.state} />}
        {...(figure ? { figure } : {})}
        actions={steps.actions}
        more={steps.more}
        notice={<Notice order={order} />}
        aside={
          <Timeline
            title={t('detail.history')}
            events={order.timeline.toReversed().map((event) => ({
              ...{ id: event.id, at: event.at, tone: TONES[event.toState], by: event.by },
              ...{ title: t(`event.${event.action}`), remark: event.remark },
            }))}
          />
        }
      >
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
              <WorkFacts order={order} />
            </div>
          </Sheet>
        ) : null}
        <OrderPhotos order={order} />
      </RecordPage>
      {step ? <StepDialog order={order} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
