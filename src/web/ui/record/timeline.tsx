/** What happened to a record: when, who, what, with a remark; newest first as the caller gives it. */
import { type ReactNode, Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import type { Tone } from '../colours.ts';
import style from './record.module.css';

export type TimelineEvent = {
  id: string;
  /** An instant, or a day. */
  at: string;
  tone: Tone;
  title: ReactNode;
  by?: string | null | undefined;
  remark?: string | null | undefined;
};

/** As long as 2026-11-27. */
const DAY = 10;

/** @param title left out if the events go on below others */
export function Timeline({ title, events }: { title?: ReactNode; events: readonly TimelineEvent[] }) {
  const { instant, day } = useFormats();
  return (
    <section aria-label={typeof title === 'string' ? title : undefined}>
      {title ? <h2 className={style.timelineTitle}>{title}</h2> : null}
      {events.length === 0 ? (
        <Suspense>
          <NoEvents />
        </Suspense>
      ) : null}
      <ol className={style.timeline}>
        {events.map((event) => (
          <li key={event.id} className={style.event} data-tone={event.tone}>
            <div className={style.eventTitle}>{event.title}</div>
            {event.remark ? <p className={style.remark}>{event.remark}</p> : null}
            <div className={style.when}>
              <time dateTime={event.at}>{event.at.length === DAY ? day(event.at) : instant(event.at)}</time>
              {event.by ? ` · ${event.by}` : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NoEvents() {
  const t = useTexts('frame');
  return <p className={style.place}>{t('timeline.empty')}</p>;
}
