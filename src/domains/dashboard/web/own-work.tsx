/** The first block of a home: what waits for this person. Each queue with all of its rows behind a link, then the rows due first. */
import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { Clock } from '#domains/applications/web/clock.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import type { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { loadTexts, useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { ownWork } from '../work/contract.ts';
import style from './dashboard.module.css';

type Work = EndpointAnswer<typeof ownWork>;
type Item = Work['items'][number];

export function OwnWork({ data, error, refetch }: ReturnType<typeof useAnswer<typeof ownWork>>) {
  const t = useTexts('dashboard');
  // The texts of its rows come beside the rows.
  useEffect(() => void loadTexts('applications').catch(() => undefined), []);
  const meanwhile = <Skeleton height={180} radius={8} aria-busy="true" />;
  return (
    <Sheet title={t('work.title')}>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      {data ? (
        <Suspense fallback={meanwhile}>
          <Queues work={data} />
        </Suspense>
      ) : null}
      {data || error ? null : meanwhile}
    </Sheet>
  );
}

function Queues({ work: { queues, items } }: { work: Work }) {
  const t = useTexts('dashboard');
  const language = useLanguage();
  const { number } = useFormats();
  if (queues.length === 0) return <p className={style.none}>{t('work.empty')}</p>;
  const titles = new Map(queues.map(({ name, title }) => [name, title[language]]));
  return (
    <>
      <ul className={style.queues} aria-label={t('work.queues')}>
        {queues.map(({ name, total, list }) => (
          <li key={name}>
            <GoLink className={style.queue} to={list.path} query={list.query ?? {}}>
              <span>{titles.get(name)}</span>
              <span className={style.all}>{t('work.all', { count: number(total) })}</span>
            </GoLink>
          </li>
        ))}
      </ul>
      <ul className={style.lines} aria-label={t('work.first')}>
        {items.map((item) => (
          <li key={`${item.queue} ${item.id}`}>
            <WorkLine item={item} title={titles.get(item.queue) ?? ''} isOnly={titles.size === 1} />
          </li>
        ))}
      </ul>
    </>
  );
}

type WorkLineProps = {
  item: Item;
  /** Of its queue. */
  title: string;
  isOnly: boolean;
};

function WorkLine({ item, title, isOnly }: WorkLineProps) {
  const t = useTexts('dashboard');
  const nameIn = useNameIn();
  const { digits, money, month, day } = useFormats();
  const place = usePlace();
  const { to, number, name, nameBn, amountMinor, since, dueAt, late } = item;
  const about = [
    name && !isOnly ? title : null,
    number && digits(number),
    place(item),
    item.month && month(item.month),
    item.day && day(item.day),
  ];
  return (
    <GoLink className={style.line} to={to.path} query={to.query ?? {}}>
      <span className={style.lineName}>
        {name ? nameIn(name, nameBn) : title}
        <span className={style.lineMore}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      {amountMinor === null ? null : <span className={style.count}>{money(amountMinor)}</span>}
      <span className={style.lineSide}>
        {since ? <Clock since={since} dueAt={dueAt} overdue={late} /> : t('work.never')}
      </span>
      <IconChevronRight size={16} aria-hidden="true" />
    </GoLink>
  );
}
