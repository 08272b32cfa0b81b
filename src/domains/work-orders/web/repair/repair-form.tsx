/**
 * The crew's form for one repair, in the order of the work: go there, photos before, the work with what it took, photos after, done.
 * The parts and the calls are those of the record's dialogs; on a phone the button of the step stays below the thumb.
 */
import { IconCheck, IconChevronLeft, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getOrder, type OrderDetail } from '../../contract.ts';
import type { Moment } from '../../work-order.rules.ts';
import { DueLine } from '../plan/due-line.tsx';
import { PriorityMark } from '../plan/priority.tsx';
import { ArriveForm } from '../record/arrive-form.tsx';
import { CompleteForm, WithStock } from '../record/cost-dialogs.tsx';
import { AddPhotos, PhotoList } from '../record/order-photos.tsx';
import { OrderStateChip } from '../state-chip.tsx';
import style from './repair.module.css';

type Part = { order: OrderDetail };
const OWN = '/work-order-repair';

export function RepairForm() {
  const id = usePathParam();
  const { data: order, error, refetch } = useAnswer(getOrder, { params: { id } });
  if (error && !order) return <FailedPage error={error} retry={refetch} />;
  if (!order) return <RecordSkeleton />;
  return (
    <article className={style.page}>
      <Head order={order} />
      <Asked order={order} />
      {order.can.arrive === 'yes' ? (
        <Arrive order={order} />
      ) : order.can.complete === 'yes' ? (
        <Work order={order} />
      ) : (
        <NotNow order={order} />
      )}
    </article>
  );
}

function Head({ order }: Part) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, instant } = useFormats();
  return (
    <header className={style.head}>
      <GoLink to={OWN} query={{ page: 1 }} className={style.back}>
        <IconChevronLeft size={18} aria-hidden="true" />
        {t('repair.back')}
      </GoLink>
      <div className={style.line}>
        <span className={style.soft}>{digits(order.number)}</span>
        <OrderStateChip state={order.state} pausedAt={order.pausedAt} />
        <PriorityMark priority={order.priority} />
      </div>
      <h1>{nameIn(order.categoryEn, order.categoryBn)}</h1>
      <p className={style.place}>{place(order)}</p>
      <DueLine isLate={order.isLate} at={t('repair.until', { at: instant(order.dueAt) })} />
    </header>
  );
}

/** What was asked, and whom to call about it. */
function Asked({ order: { description, phone, remark, reopened } }: Part) {
  const t = useTexts('work-orders');
  const formats = useFormats();
  return (
    <section className={style.sheet}>
      <p className={style.description}>{description}</p>
      {remark && reopened > 0 ? <p className={style.note}>{`${t('detail.remark')}: ${remark}`}</p> : null}
      {phone ? (
        <a href={`tel:${phone}`} className={style.call}>
          <IconPhone size={18} aria-hidden="true" />
          {t('repair.call', { phone: formats.phone(phone) })}
        </a>
      ) : null}
    </section>
  );
}

type StepProps = {
  nth: number;
  title: string;
  isDone?: boolean;
  /** Beside the title of what is done. */
  fact?: string;
  children?: ReactNode;
};

function Step({ nth, title, isDone, fact, children }: StepProps) {
  const { number } = useFormats();
  return (
    <section className={style.sheet}>
      <h2 className={style.stepTitle}>
        <span className={style.nth} data-done={isDone || undefined} aria-hidden="true">
          {isDone ? <IconCheck size={15} stroke={2.5} /> : number(nth)}
        </span>
        {title}
        {fact ? <span className={style.fact}>{fact}</span> : null}
      </h2>
      {children}
    </section>
  );
}

function Arrive({ order }: Part) {
  const t = useTexts('work-orders');
  return (
    <>
      <div className={style.thumb}>
        <Step nth={1} title={t('repair.arrive')}>
          <ArriveForm order={order} />
        </Step>
      </div>
      <Step nth={2} title={t('repair.photos_before')} isDone={hasPhoto(order, 'BEFORE')}>
        <Photos order={order} moment="BEFORE" />
      </Step>
      <p className={style.next}>{t('repair.next')}</p>
    </>
  );
}

function Work({ order }: Part) {
  const t = useTexts('work-orders');
  const { shortInstant } = useFormats();
  const go = useGo();
  return (
    <>
      <Step
        nth={1}
        title={t('repair.arrive')}
        isDone
        {...(order.arrivedAt ? { fact: shortInstant(order.arrivedAt) } : {})}
      />
      <Step nth={2} title={t('repair.photos_before')} isDone={hasPhoto(order, 'BEFORE')}>
        <Photos order={order} moment="BEFORE" />
      </Step>
      <div className={style.thumb}>
        <Step nth={3} title={t('repair.work')}>
          <WithStock>
            {(stock) => (
              <CompleteForm order={order} stock={stock} done={() => void go(OWN, { page: 1 })}>
                <div className={style.after}>
                  <Photos order={order} moment="AFTER" />
                </div>
              </CompleteForm>
            )}
          </WithStock>
        </Step>
      </div>
    </>
  );
}

const hasPhoto = ({ photos }: OrderDetail, moment: Moment) => photos.some((photo) => photo.moment === moment);

function Photos({ order, moment }: Part & { moment: Moment }) {
  const t = useTexts('work-orders');
  return (
    <div className={style.photos}>
      <PhotoList photos={order.photos.filter((photo) => photo.moment === moment)} />
      <AddPhotos
        orderId={order.id}
        moment={moment}
        label={t(moment === 'BEFORE' || order.state === 'COMPLETED' ? 'photos.add' : 'repair.photos_after')}
      />
    </div>
  );
}

/** Done already, taken from the person, or somebody else's. Photos of what was done may come after it, until it is verified. */
function NotNow({ order }: Part) {
  const t = useTexts('work-orders');
  const { id, can, state, pausedAt, pauseReason } = order;
  const isOthers = can.arrive === 'not_yours' || can.complete === 'not_yours';
  const why = pausedAt
    ? t('repair.paused', { reason: pauseReason ?? '' })
    : t(isOthers ? 'act.why.not_yours' : state === 'COMPLETED' ? 'repair.is_done' : 'repair.not_now');
  const says = (
    <section className={style.sheet} role="status">
      <p>{why}</p>
      {pausedAt ? <p>{t('repair.paused_help')}</p> : null}
      <GoLink to={`/work-order-list/${id}`} className={style.call}>
        {t('repair.open')}
      </GoLink>
    </section>
  );
  if (state !== 'COMPLETED' || can.photo !== 'yes') return says;
  return (
    <>
      {says}
      <section className={style.sheet}>
        <h2 className={style.stepTitle}>{t('repair.photos_after')}</h2>
        <Photos order={order} moment="AFTER" />
      </section>
    </>
  );
}
