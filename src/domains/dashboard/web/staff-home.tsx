/** Home of the utility's people: figures, charts, and what waits for them. */

import { Button, Skeleton } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay, useProfile } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { staffDashboard } from '../contract.ts';
import { Charts } from './charts.tsx';
import style from './dashboard.module.css';
import { Figures } from './figures.tsx';
import { Queue } from './queue.tsx';
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
  const profile = useProfile();
  const thisDay = today();
  const { data, error, refetch } = useAnswer(staffDashboard);
  const figures = useStaffFigures(data, thisDay);
  const isCashier = may('payments:take') && profile?.role !== 'admin';
  return (
    <div className={style.page}>
      <PageHead title={t('hello', { name: profile?.name ?? '' })} about={t('about')}>
        {isCashier ? (
          <Button leftSection={<IconCash size={18} aria-hidden="true" />} onClick={() => go('/take-payment')}>
            {t('receipts.take')}
          </Button>
        ) : null}
      </PageHead>
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      {data ? <Figures figures={figures} /> : <FigureSkeletons />}
      <Charts />
      <div className={style.columns}>
        {data ? <Queue data={data} /> : null}
        {isCashier ? <TodayReceipts today={thisDay} /> : null}
      </div>
    </div>
  );
}
