/** One bill run: its progress while it works, the totals proof, the exceptions, and the next step. */
import { Progress } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/actions.ts';
import { useAnswer } from '#web/answers.ts';
import { confirm } from '#web/confirm.ts';
import { GoLink, useGo, usePathParam } from '#web/go.tsx';
import { useMay } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline, type TimelineEvent } from '#web/ui/record/timeline.tsx';
import { useFormats } from '#web/use-formats.ts';
import { HELD_REASONS, type HeldReason } from '../../bill-run/bill-run.rules.ts';
import { approveRun, calculateRun, getRun, postRun } from '../../bill-run/contract.ts';
import { Proof } from './proof.tsx';
import { RunStateChip, useScope } from './run-state.tsx';
import style from './runs.module.css';

type Run = EndpointAnswer<typeof getRun>;
const WORKING: readonly string[] = ['PLANNED', 'CALCULATING', 'POSTING'];
const LOOK_AGAIN_MS = 1500;

function Working({ run }: { run: Run }) {
  const t = useTexts('billing');
  const percent = run.chunks === 0 ? 0 : (run.chunksDone / run.chunks) * 100;
  const said = t(run.state === 'POSTING' ? 'runs.posting' : 'runs.calculating', {
    done: run.chunksDone,
    all: run.chunks,
  });
  return (
    <Sheet>
      <div className={style.progress} role="status">
        <b>{said}</b>
        <Progress value={Math.max(percent, 3)} animated aria-label={said} />
        <span className={style.label}>{t('runs.working_help')}</span>
      </div>
    </Sheet>
  );
}

function isHeldReason(reason: string): reason is HeldReason {
  return (HELD_REASONS as readonly string[]).includes(reason);
}

function Exceptions({ run }: { run: Run }) {
  const t = useTexts('billing');
  const { number } = useFormats();
  const list = `/bill-run/${run.id}/items`;
  return (
    <Sheet
      title={t('runs.exceptions')}
      action={
        <GoLink to={list} query={{ page: 1 }}>
          {t('runs.all_items')}
        </GoLink>
      }
    >
      <p className={style.label}>
        {t(run.heldReasons.length === 0 ? 'runs.no_exceptions' : 'runs.exceptions_about')}
      </p>
      <ul className={style.reasons}>
        {run.heldReasons.map(({ reason, count }) =>
          isHeldReason(reason) ? (
            <li key={reason}>
              <GoLink to={list} query={{ page: 1, outcome: 'HELD', reason }}>
                <span>
                  {t(`runs.reasons.${reason}`)}
                  <br />
                  <span className={style.label}>{t(`runs.advice.${reason}`)}</span>
                </span>
                <span className={style.count}>{number(count)}</span>
                <IconChevronRight size={16} aria-hidden="true" />
              </GoLink>
            </li>
          ) : null,
        )}
      </ul>
    </Sheet>
  );
}

/** Why the approval waits for somebody or something else; undefined where it is allowed. */
function useApprovalObstacle(run: Run | undefined): string | undefined {
  const t = useTexts('billing');
  const may = useMay();
  if (!run || run.can.approve) return undefined;
  if (!may('bill-runs:approve')) return t('runs.no_right');
  if (!run.proof.complete) return t('runs.not_complete');
  return t('runs.not_yourself');
}

function useActions(run: Run | undefined): RecordAction[] {
  const t = useTexts('billing');
  const go = useGo();
  const { month } = useFormats();
  const obstacle = useApprovalObstacle(run);
  const approve = useAction(approveRun, { onDone: () => toast('success', t('runs.approved_now')) });
  const calculate = useAction(calculateRun, { onDone: () => toast('success', t('runs.calculating_now')) });
  const post = useAction(postRun, { onDone: () => toast('success', t('runs.posting_now')) });
  if (!run) return [];
  const params = { id: run.id };
  const asked = () => confirm('submit', t('runs.run_of', { month: month(run.period) }));
  const actions: RecordAction[] = [];
  if (run.state === 'REVIEW') {
    actions.push({
      label: t('runs.approve', { count: run.proof.billed }),
      reason: obstacle,
      isRunning: approve.isRunning,
      run: async () => (await asked()) && approve.run({ params, body: { version: run.version } }),
    });
  }
  if (run.state === 'APPROVED') {
    actions.push({
      label: t('runs.post', { count: run.proof.billed }),
      reason: run.can.post ? undefined : t('runs.no_right_post'),
      isRunning: post.isRunning,
      run: async () => (await asked()) && post.run({ params }),
    });
  }
  if (run.state === 'POSTED') {
    actions.push({
      label: t('runs.result'),
      run: () => go('/billing/invoice-list', { page: 1, runId: run.id }),
    });
  }
  if (run.can.calculate && run.state !== 'PLANNED') {
    actions.push({
      label: t('runs.calculate'),
      isRunning: calculate.isRunning,
      run: () => calculate.run({ params }),
    });
  }
  return actions;
}

function useEvents(run: Run): TimelineEvent[] {
  const t = useTexts('billing');
  const events: TimelineEvent[] = [
    { id: 'planned', at: run.plannedAt, tone: 'grey', title: t('runs.did_plan'), by: run.plannedBy },
  ];
  if (run.approvedAt) {
    events.unshift({
      id: 'approved',
      at: run.approvedAt,
      tone: 'blue',
      title: t('runs.did_approve'),
      by: run.approvedBy,
    });
  }
  if (run.postedAt) {
    events.unshift({ id: 'posted', at: run.postedAt, tone: 'green', title: t('runs.did_post') });
  }
  return events;
}

function History({ run }: { run: Run }) {
  const t = useTexts('billing');
  return <Timeline title={t('runs.history')} events={useEvents(run)} />;
}

export function RunRecord() {
  const t = useTexts('billing');
  const { money, month, day } = useFormats();
  const scope = useScope();
  const id = usePathParam();
  const {
    data: run,
    error,
    refetch,
  } = useAnswer(
    getRun,
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data && WORKING.includes(state.data.state) ? LOOK_AGAIN_MS : false,
    },
  );
  const actions = useActions(run);
  if (error && !run) return <FailedPage error={error} retry={refetch} />;
  if (!run) return <RecordSkeleton />;
  const isWorking = WORKING.includes(run.state);
  return (
    <RecordPage
      title={t('runs.run_of', { month: month(run.period) })}
      place={`${t('runs.run', { number: run.number })} · ${scope(run)}`}
      state={<RunStateChip state={run.state} />}
      figure={{ label: t('runs.proof_total'), value: money(run.totalMinor) }}
      actions={actions}
      aside={<History run={run} />}
    >
      {isWorking ? <Working run={run} /> : null}
      {run.state === 'PLANNED' || run.state === 'CALCULATING' ? null : (
        <>
          <Proof run={run} />
          <Exceptions run={run} />
        </>
      )}
      <Sheet title={t('runs.dates')}>
        <Facts
          facts={[
            { label: t('runs.issued'), value: day(run.issuedOn) },
            { label: t('runs.due'), value: day(run.dueOn) },
            { label: t('runs.scope'), value: scope(run) },
          ]}
        />
      </Sheet>
    </RecordPage>
  );
}
