/**
 * A road's meters in reading order. All that is needed is loaded with the page, so that it works after the network has gone: what is noted
 * goes into the phone's outbox, and how many are unsent is always shown.
 */
import { Button } from '@mantine/core';
import { IconArrowsSort, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { startDownload } from '#web/calls/downloads.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam, useUrlQuery } from '#web/navigation/go.tsx';
import type { Entry } from '#web/outbox/entry.ts';
import { NoNetwork } from '#web/outbox/notes.tsx';
import { loadAhead, startOutbox } from '#web/outbox/outbox.ts';
import { useOutbox } from '#web/outbox/use-outbox.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { type RoadMeter, type RoadRoute, roadRoute, routeSheet } from '../../visits/contract.ts';
import { MeterCard } from './meter-card.tsx';
import { MeterLine, stateOf } from './meter-line.tsx';
import { NotTaken } from './not-taken.tsx';
import { OrderForm } from './order-form.tsx';
import { ReadAlready } from './read-already.tsx';
import style from './route.module.css';
import { isStopped, keptOf, notedOf } from './route-keeper.ts';
import { usePosition } from './use-position.ts';

export function RoadPage() {
  const id = usePathParam();
  const { period } = useUrlQuery();
  const { data, error, refetch } = useAnswer(roadRoute, {
    params: { id },
    query: period ? { period } : {},
  });
  useEffect(() => {
    void startOutbox();
    void loadAhead();
  }, []);
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return <Road key={data.roadId + data.period} route={data} />;
}

/** What the phone keeps of a meter for this month. */
function useKept({ period }: RoadRoute): (meter: RoadMeter) => readonly Entry[] {
  const { entries } = useOutbox();
  return ({ meterId }) => keptOf(entries, { meterId, period });
}

/** The next one after a place that is not done; the first one behind the last. */
function nextLeft(items: readonly RoadMeter[], at: number, isLeft: (meter: RoadMeter) => boolean): number {
  const order = [...items.keys()].map((step) => (at + 1 + step) % items.length);
  return order.find((place) => items[place] && isLeft(items[place])) ?? at;
}

function Road({ route }: { route: RoadRoute }) {
  const t = useTexts('meters');
  const { at: asked } = useUrlQuery();
  const keptHere = useKept(route);
  const { entries } = useOutbox();
  const position = usePosition();
  const [isOrdering, setOrdering] = useState(false);
  const { items } = route;
  const isLeft = (meter: RoadMeter) => stateOf(meter, keptHere(meter)) === 'left';
  const [at, setAt] = useState(() => {
    const named = items.findIndex(({ meterId }) => meterId === asked);
    return named >= 0 ? named : nextLeft(items, -1, isLeft);
  });
  const meter = items[Math.min(at, items.length - 1)];
  const steps = useRef<HTMLElement>(null);
  const go = (place: number) => {
    setAt(place);
    steps.current?.scrollIntoView();
  };
  if (isOrdering) return <OrderForm route={route} close={() => setOrdering(false)} />;
  return (
    <article className={style.page}>
      <Head
        route={route}
        done={items.filter((item) => !isLeft(item)).length}
        order={() => setOrdering(true)}
      />
      <NoNetwork entries={entries} />
      {meter ? (
        <>
          <Steps ref={steps} at={at} all={items.length} go={go} />
          <Meter
            key={meter.meterId}
            {...{ meter, route, position }}
            entries={keptHere(meter)}
            next={() => go(nextLeft(items, at, (other) => other !== meter && isLeft(other)))}
          />
        </>
      ) : (
        <p>{t('route.no_meters')}</p>
      )}
      <section className={style.list} aria-label={t('route.meters')}>
        <h2>{t('route.meters')}</h2>
        <ol>
          {items.map((item, index) => (
            <MeterLine
              key={item.meterId}
              meter={item}
              entries={keptHere(item)}
              isShown={item === meter}
              show={() => go(index)}
            />
          ))}
        </ol>
      </section>
    </article>
  );
}

type HeadProps = { route: RoadRoute; done: number; order: () => void };

function Head({ route, done, order }: HeadProps) {
  const t = useTexts('meters');
  const may = useMay();
  const language = useLanguage();
  const { entries } = useOutbox();
  const { digits, number, month } = useFormats();
  const { roadId, period, sectorNumber, roadNumber, items } = route;
  const print = () =>
    startDownload(
      routeSheet,
      { params: { id: roadId }, query: { period, language } },
      `route-sheet-${sectorNumber}-${roadNumber}.pdf`,
    );
  return (
    <header className={style.head}>
      <GoLink to="/meter-reading" query={{ page: 1 }} className={style.back}>
        <IconChevronLeft size={18} aria-hidden="true" />
        {t('route.back')}
      </GoLink>
      <h1>{t('route.title', { sector: digits(sectorNumber), road: digits(roadNumber) })}</h1>
      <p>
        {month(period)} · {t('route.progress', { read: number(done), all: number(items.length) })}
      </p>
      <p role="status" className={style.unsent} data-unsent={entries.length > 0}>
        {entries.length > 0 ? t('route.unsent', { count: number(entries.length) }) : t('route.none_unsent')}
      </p>
      <div className={style.tools}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => void print()}
        >
          {t('route.sheet')}
        </Button>
        {may('meters:edit') ? (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
            onClick={order}
          >
            {t('route.order')}
          </Button>
        ) : null}
      </div>
    </header>
  );
}

type StepsProps = { ref: Ref<HTMLElement>; at: number; all: number; go: (at: number) => void };

function Steps({ ref, at, all, go }: StepsProps) {
  const t = useTexts('meters');
  const { number } = useFormats();
  return (
    <nav ref={ref} className={style.steps} aria-label={t('route.meters')}>
      <Button variant="subtle" disabled={at <= 0} onClick={() => go(at - 1)} aria-label={t('route.previous')}>
        <IconChevronLeft size={20} aria-hidden="true" />
      </Button>
      <span>{t('route.position', { at: number(at + 1), all: number(all) })}</span>
      <Button
        variant="subtle"
        disabled={at >= all - 1}
        onClick={() => go(at + 1)}
        aria-label={t('route.next')}
      >
        <IconChevronRight size={20} aria-hidden="true" />
      </Button>
    </nav>
  );
}

type MeterProps = {
  meter: RoadMeter;
  route: RoadRoute;
  position: ReturnType<typeof usePosition>;
  entries: readonly Entry[];
  next: () => void;
};

/** What was refused first; then what the server or the phone has; else the form. */
function Meter({ entries, ...rest }: MeterProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const noted = notedOf(entries);
  const isOver = noted && isStopped(noted);
  if (isOver && !isCorrecting)
    return <NotTaken meter={rest.meter} {...{ entries, entry: noted }} correct={() => setCorrecting(true)} />;
  if (isCorrecting || (!noted && !rest.meter.reading)) return <MeterCard {...rest} before={noted} />;
  return <ReadAlready meter={rest.meter} noted={noted} correct={() => setCorrecting(true)} />;
}
