/**
 * The pipeline above its lists: every stage with how many applications are in it, in the sector that the list shows. Who has
 * own work only reads how many wait for their hand: the number of the menu, and of the list's first tab.
 */
import { useRef } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePath, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import tabStyle from '#web/ui/tab-strip.module.css';
import { useChosenInView } from '#web/ui/use-chosen-in-view.ts';
import type { State } from '../../application.rules.ts';
import { listApplications } from '../../contract.ts';
import style from './lists.module.css';

export const STAGES = [
  { path: '/new-connections', state: 'PENDING', permission: 'applications:view' },
  { path: '/noc-from-rajuk', state: 'WAITING_FOR_REVIEW', permission: 'noc:view' },
  { path: '/connection-letter', state: 'WAITING_FOR_METER_NUMBER', permission: 'applications:view' },
  { path: '/site-survey', state: 'READY_TO_SURVEY', permission: 'applications:view' },
  { path: '/demand-note-payment', state: 'READY_TO_PAY', permission: 'applications:view' },
  { path: '/meter-installation', state: 'READY_FOR_METER_INSTALLATION', permission: 'applications:view' },
] as const satisfies readonly { path: string; state: State; permission: string }[];

export function StageNav() {
  const t = useTexts('applications');
  const { number } = useFormats();
  const may = useMay();
  const path = usePath();
  const { sectorId } = useUrlQuery();
  const counts = useAnswer(listApplications, { query: { limit: 1, sectorId } }).data?.counts;
  const stages = STAGES.filter((stage) => may(stage.permission));
  const row = useRef<HTMLElement>(null);
  useChosenInView(row, path);
  const { DRAFT: _, ...submitted } = counts?.states ?? {};
  const sum = Object.values(submitted).reduce((total, count) => total + count, 0);
  const all = { path: '/all-new-connections', title: t('lists.all.tab'), count: counts ? sum : undefined };
  const lines = [
    ...stages.map((stage) => ({
      path: stage.path as string,
      title: t(`states.${stage.state}`),
      count: counts ? (counts.waiting?.[stage.state] ?? counts.states[stage.state] ?? 0) : undefined,
    })),
    all,
  ];
  return (
    <nav ref={row} className={`${tabStyle.strip} ${style.stages} no-print`} aria-label={t('lists.stages')}>
      {lines.map((line) => (
        <GoLink
          key={line.path}
          to={line.path}
          query={{ page: 1, sectorId }}
          className={tabStyle.tab}
          aria-current={line.path === path ? 'page' : undefined}
        >
          {line.title}
          {line.count === undefined ? null : <span className={tabStyle.count}>{number(line.count)}</span>}
        </GoLink>
      ))}
    </nav>
  );
}
