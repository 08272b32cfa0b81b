/** Home of the planning authority's people: what waits on their desk, the oldest first. */
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { listNoc } from '#domains/applications/noc/contract.ts';
import { Clock } from '#domains/applications/web/clock.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import style from './dashboard.module.css';
import { Figures } from './figures.tsx';

const SHOWN = 8;
/** The panel of the specification for each role; the others work from the queue. */
const PANELS: Record<string, string> = { rajukPM: '/pm-panel', rajukPD: '/pd_panel' };

export function PlanningHome({ role }: { role: string }) {
  const t = useTexts('dashboard');
  const go = useGo();
  const profile = useProfile();
  const { number, digits } = useFormats();
  const place = usePlace();
  const nameIn = useNameIn();
  const { data, error, refetch } = useAnswer(listNoc, {
    query: { desk: 'mine', sort: 'deskSince', limit: SHOWN },
  });
  const panel = PANELS[role] ?? '/noc-from-rajuk';
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={`${style.page} ${style.staff}`}>
      <PageHead title={t('hello', { name: profile?.name ?? '' })} about={t('desk.about')}>
        <Button onClick={() => go(panel, { page: 1 })}>{t('desk.open')}</Button>
      </PageHead>
      <Sheet
        title={t('desk.title')}
        action={
          <GoLink to={panel} query={{ page: 1, desk: 'mine' }}>
            {t('work.all', { count: number(data.counts.mine) })}
          </GoLink>
        }
      >
        {data.items.length === 0 ? <p className={style.none}>{t('desk.empty')}</p> : null}
        <ul className={style.lines}>
          {data.items.map((row) => (
            <li key={row.id}>
              <GoLink className={style.line} to={panel} query={{ page: 1, id: row.id }}>
                <span className={style.lineName}>
                  {nameIn(row.applicantName, row.applicantNameBn)}
                  <span className={style.lineMore}>
                    {digits(row.number)} · {place(row)}
                  </span>
                </span>
                <span className={style.lineSide}>
                  {row.deskSince ? (
                    <Clock since={row.deskSince} dueAt={row.deskDueAt} overdue={row.overdue} />
                  ) : null}
                </span>
                <IconChevronRight size={16} aria-hidden="true" />
              </GoLink>
            </li>
          ))}
        </ul>
      </Sheet>
      <Figures
        figures={(['mine', 'chain', 'decided'] as const).map((desk) => ({
          key: desk,
          label: t(`figures.${desk}`),
          value: number(data.counts[desk]),
          to: { path: panel, query: { page: 1, desk } },
        }))}
      />
    </div>
  );
}
