/** What waits for this person: the stages that their words let them move on, and what else needs their hand. */
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { STAGES } from '#domains/applications/web/lists/stages.tsx';
import type { Permission } from '#shared/permissions.ts';
import { GoLink, type GoQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import style from './dashboard.module.css';
import type { StaffFigures } from './staff-figures.tsx';

type Waiting = {
  key: string;
  label: ReactNode;
  count: number;
  path: string;
  query?: GoQuery;
};

/** Whose hand a stage waits for. */
const MOVED_BY: Record<(typeof STAGES)[number]['state'], readonly Permission[]> = {
  PENDING: ['applications:accept'],
  WAITING_FOR_REVIEW: ['noc:decide'],
  WAITING_FOR_METER_NUMBER: ['applications:letter'],
  READY_TO_SURVEY: ['applications:survey', 'applications:approve-survey'],
  READY_TO_PAY: ['demand-notes:pay-counter'],
  READY_FOR_METER_INSTALLATION: ['applications:install', 'applications:confirm-install'],
};

function useWaiting({ pipeline, connections, runs, jobs, alarms, decisions }: StaffFigures): Waiting[] {
  const t = useTexts('dashboard');
  const words = useTexts('applications');
  const may = useMay();
  const { month } = useFormats();
  const when = (word: Permission, line: Waiting) => (may(word) ? [line] : []);
  const stages = pipeline
    ? STAGES.filter(({ state }) => MOVED_BY[state].some(may)).map(({ state, path }) => ({
        key: state,
        label: t('queue.stage', { stage: words(`states.${state}`) }),
        count: pipeline.states[state] ?? 0,
        path,
        // That list also keeps what has left the authority.
        ...(state === 'WAITING_FOR_REVIEW' ? { query: { desk: 'chain' } } : {}),
      }))
    : [];
  const run = (key: 'approve_runs' | 'post_runs', count: number, state: string): Waiting => ({
    key,
    label: t(`queue.${key}`),
    count,
    path: '/bill-run',
    query: { state },
  });
  const failed = { key: 'failed_jobs', label: t('queue.failed_jobs'), count: jobs?.failed ?? 0 };
  const lines: Waiting[] = [{ ...failed, path: '/failed-jobs', query: { state: 'open' } }, ...stages];
  const about = (key: string, label: string, count: number, query: GoQuery, path: string): Waiting => ({
    ...{ key, label, count, query, path },
  });
  if (alarms) {
    lines.push(about('alarms', t('queue.alarms'), alarms.open, { state: 'OPEN' }, '/alarms'));
    const mine = { state: 'TAKEN', owner: 'me' };
    lines.push(about('own_alarms', t('queue.own_alarms'), alarms.mine, mine, '/alarms'));
  }
  if (decisions) {
    const waiting = { state: 'REQUESTED' };
    lines.push(about('decisions', t('queue.decisions'), decisions.waiting, waiting, '/proposals'));
  }
  if (connections) {
    const query = { period: connections.readingPeriod };
    const flagged = { ...query, state: 'FLAGGED' };
    lines.push(
      ...when('readings:review', {
        ...{
          key: 'flagged',
          label: t('queue.flagged', { month: month(connections.readingPeriod) }),
          count: connections.flagged,
        },
        ...{ path: '/preview-review', query: flagged },
      }),
      ...when('readings:create', {
        ...{ key: 'unread', label: t('queue.unread', { month: month(connections.readingPeriod) }) },
        ...{ count: connections.unread, path: '/unread-meter-readins', query },
      }),
    );
  }
  if (runs) {
    lines.push(...when('bill-runs:approve', run('approve_runs', runs.inReview, 'REVIEW')));
    lines.push(...when('bill-runs:post', run('post_runs', runs.approved, 'APPROVED')));
  }
  return lines.filter(({ count }) => count > 0);
}

export function Queue({ data }: { data: StaffFigures }) {
  const t = useTexts('dashboard');
  const may = useMay();
  const { number } = useFormats();
  const lines = useWaiting(data);
  const late = data.pipeline?.overdue ?? 0;
  return (
    <Sheet
      title={t('queue.title')}
      action={
        late > 0 && may('applications:assign') ? (
          <GoLink to="/all-new-connections" query={{ page: 1, overdue: 'true' }}>
            <StateChip tone="red">{t('queue.late_count', { count: late })}</StateChip>
          </GoLink>
        ) : null
      }
    >
      {lines.length === 0 ? (
        <p className={style.none}>{t('queue.empty')}</p>
      ) : (
        <ul className={style.lines}>
          {lines.map(({ key, label, count, path, query }) => (
            <li key={key}>
              <GoLink className={style.line} to={path} query={{ page: 1, ...query }}>
                <span className={style.lineName}>{label}</span>
                <span className={style.count}>{number(count)}</span>
                <IconChevronRight size={16} aria-hidden="true" />
              </GoLink>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
