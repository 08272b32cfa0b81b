/** Home of the utility's people: what waits for them, their own figures, and the town's for who answers for it. */

import { Button, Skeleton } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay, useProfile } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { staffDashboard } from '../contract.ts';
import { ownWork } from '../work/contract.ts';
import { Charts } from './charts.tsx';
import style from './dashboard.module.css';
import { Figures } from './figures.tsx';
import { OwnWork } from './own-work.tsx';
import { useStaffFigures } from './staff-figures.tsx';
import { TodayReceipts } from './today-receipts.tsx';

const TILES = ['a', 'b', 'c', 'd'];

function FigureSkeletons() {
  return (
    <div className={style.figures} aria-busy="true">
      {TILES.map((tile) => (
        <Skeleton key={tile} height={104} radius={12} />
      ))}
    </div>
  );
}

export function StaffHome() {
  const t = useTexts('dashboard');
  const may = useMay();
  const go = useGo();
  const language = useLanguage();
  const profile = useProfile();
  const thisDay = today();
  const work = useAnswer(ownWork);
  const { data, error, refetch } = useAnswer(staffDashboard);
  const figures = useStaffFigures(data, thisDay);
  const act = work.data?.act;
  const isTown = may('dashboard:town');
  return (
    <div className={`${style.page} ${style.staff}`}>
      <PageHead title={t('hello', { name: profile?.name ?? '' })} about={t('about')}>
        {act ? (
          <Button onClick={() => go(act.to.path, act.to.query ?? {})}>{act.title[language]}</Button>
        ) : null}
      </PageHead>
      <OwnWork {...work} />
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      {data ? <Figures figures={figures} /> : <FigureSkeletons />}
      {may('payments:take') && !isTown ? <TodayReceipts today={thisDay} /> : null}
      {isTown ? <Charts /> : null}
    </div>
  );
}
