/**
 * The crew's form for one repair, in the order of the work: go there, photos before, the work with what it took, photos after, done.
 * The parts and the calls are those of the record's dialogs; on a phone the button of the step stays below the thumb.
 */
import { IconCheck, IconChevronLeft, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import type { Entry } from '#web/outbox/entry.ts';
import { NoNetwork, RefusedNote } from '#web/outbox/notes.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getOrder, type OrderDetail } from '../../contract.ts';
import { listStock } from '../../store/contract.ts';
import type { Moment } from '../../work-order.rules.ts';
import { arrivalOf, photosOf } from '../phone/order-keeper.ts';
import { PhotosOfWork } from '../phone/photos-of-work.tsx';
import { type Kept, useKeeper } from '../phone/use-keeper.ts';
import { DueLine } from '../plan/due-line.tsx';
import { PriorityMark } from '../plan/priority.tsx';
import { ArriveForm } from '../record/arrive-form.tsx';
import { OrderStateChip } from '../state-chip.tsx';
import style from './repair.module.css';

const loadWork = () => import('../phone/work-form.tsx').then((file) => file.WorkForm);
const loadLeft = () => import('../phone/waiting-completion.tsx').then((file) => file.LeftOnPhone);
const WorkForm = onDemand(loadWork);
const LeftOnPhone = onDemand(loadLeft);

type Part = { order: OrderDetail };
type KeptPart = Part & { kept: Kept };
const OWN = '/work-order-repair';

export function RepairForm() {
  const id = usePathParam();
  const { data: order, error, refetch } = useAnswer(getOrder, { params: { id } });
  // Materials and the texts of their units are needed after the network has gone.
  useAnswer(listStock);
  useUnit();
  useEffect(() => void Promise.all([loadWork(), loadLeft()]).catch(() => undefined), []);
  if (error && !order) return <FailedPage error={error} retry={refetch} />;
  if (!order) return <RecordSkeleton />;
  return <Repair key={order.id} order={order} />;
}

function Repair({ order }: Part) {
  const kept = useKeeper(order);
  const arrival = arrivalOf(kept.entries);
  const part = { order: order.arrivedAt ? order : { ...order, arrivedAt: notedArrival(arrival) }, kept };
  return (
    <article className={style.page}>
      <Head order={order} />
      <Asked order={order} />
      {order.can.complete === 'yes' || (order.can.arrive === 'yes' && arrival?.state === 'waiting') ? (
        <Work {...part} />
      ) : order.can.arrive === 'yes' ? (
        <Arrive {...part} arrival={arrival} />
      ) : (
        <NotNow {...part} />
      )}
    </article>
  );
}

/** Of an arrival that the server does not have yet. */
function notedArrival(entry: Entry | undefined): string | null {
  const body = entry?.input.body as { arrivedAt?: string | null; notedAt?: string } | undefined;
  return body?.arrivedAt || body?.notedAt || null;
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
      <DueLine order={order} at={t('repair.until', { at: instant(order.dueAt) })} />
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

function Arrive({ order, kept, arrival }: KeptPart & { arrival: Entry | undefined }) {
  const t = useTexts('work-orders');
  return (
    <>
      <NoNetwork entries={kept.entries} />
      <div className={style.thumb}>
        <Step nth={1} title={t('repair.arrive')}>
          {arrival?.state === 'refused' ? <RefusedNote entry={arrival} /> : null}
          <ArriveForm order={order} keeper={kept.keeper} />
        </Step>
      </div>
      <Step
        nth={2}
        title={t('repair.photos_before')}
        isDone={hasPhoto(order, 'BEFORE') || photosOf(kept.entries, 'BEFORE').length > 0}
      >
        <PhotosOfWork order={order} kept={kept} moment="BEFORE" />
      </Step>
      <p className={style.next}>{t('repair.next')}</p>
    </>
  );
}

function Work({ order, kept }: KeptPart) {
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
      <Step
        nth={2}
        title={t('repair.photos_before')}
        isDone={hasPhoto(order, 'BEFORE') || photosOf(kept.entries, 'BEFORE').length > 0}
      >
        <PhotosOfWork order={order} kept={kept} moment="BEFORE" />
      </Step>
      <div className={style.thumb}>
        <Step nth={3} title={t('repair.work')}>
          <WorkForm
            kept={kept}
            order={order}
            done={() => void go(OWN, { page: 1 })}
            meanwhile={<RecordSkeleton />}
          />
        </Step>
      </div>
    </>
  );
}

const hasPhoto = ({ photos }: OrderDetail, moment: Moment) => photos.some((photo) => photo.moment === moment);

/** Done already, taken from the person, or somebody else's. Photos of what was done may come after it, until it is verified. */
function NotNow({ order, kept }: KeptPart) {
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
  const left = <LeftOnPhone order={order} entries={kept.entries} />;
  if (state !== 'COMPLETED' || can.photo !== 'yes')
    return (
      <>
        {says}
        {left}
      </>
    );
  return (
    <>
      {says}
      {kept.entries.some(({ file }) => !file) ? left : null}
      <section className={style.sheet}>
        <h2 className={style.stepTitle}>{t('repair.photos_after')}</h2>
        <PhotosOfWork order={order} kept={kept} moment="AFTER" />
      </section>
    </>
  );
}
