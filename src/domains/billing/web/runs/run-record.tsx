/** One bill run: its progress while it works, the totals proof, the exceptions, and the next step. */
import { Progress } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordStep } from '#web/ui/over/record-step.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline, type TimelineEvent } from '#web/ui/record/timeline.tsx';
import {
  CORRECTION_HELD_REASONS,
  type CorrectionHeldReason,
  HELD_REASONS,
  type HeldReason,
} from '../../bill-run/bill-run.rules.ts';
import { getRun } from '../../bill-run/contract.ts';
import { PrintDialog } from '../prints/print-dialog.tsx';
import { CorrectDialog } from '../tariffs/correct-dialog.tsx';
import { CorrectionOverview } from './correction-overview.tsx';
import { GiveUpDialog, RefuseRunDialog } from './give-up-dialog.tsx';
import { Proof } from './proof.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useRunActions } from './run-actions.ts';
import { RunFailure } from './run-failure.tsx';
import { RunStateChip, useRunTitle, useScope } from './run-state.tsx';
import style from './runs.module.css';
import { WaitingReversal } from './waiting-reversal.tsx';

type Run = EndpointAnswer<typeof getRun>;
const WORKING: readonly string[] = ['PLANNED', 'CALCULATING', 'POSTING'];
const LOOK_AGAIN_MS = 1500;

function Working({ run }: { run: Run }) {
  const t = useTexts('billing');
  const percent = run.chunks === 0 ? 0 : (run.chunksDone / run.chunks) * 100;
  const progress = t(run.state === 'POSTING' ? 'runs.posting' : 'runs.calculating', {
    done: run.chunksDone,
    all: run.chunks,
  });
  return (
    <Sheet>
      <div className={style.progress} role="status">
        <b>{progress}</b>
        <Progress value={Math.max(percent, 3)} animated aria-label={progress} />
        <span className={style.label}>{t('runs.working_help')}</span>
      </div>
    </Sheet>
  );
}

function isHeldReason(reason: string): reason is HeldReason {
  return (HELD_REASONS as readonly string[]).includes(reason);
}

function isCorrectionReason(reason: string): reason is CorrectionHeldReason {
  return (CORRECTION_HELD_REASONS as readonly string[]).includes(reason);
}

/** Why, and what can be done about it; a reason of another kind of run has no words here. */
function useReason(run: Run): (reason: string) => { name: string; advice: string } | undefined {
  const t = useTexts('billing');
  return (reason) => {
    if (run.correction) {
      if (!isCorrectionReason(reason)) return undefined;
      return {
        name: t(`correction_run.reasons.${reason}`),
        advice: t(`correction_run.advice.${reason}`),
      };
    }
    if (!isHeldReason(reason)) return undefined;
    return { name: t(`runs.reasons.${reason}`), advice: t(`runs.advice.${reason}`) };
  };
}

function Exceptions({ run }: { run: Run }) {
  const t = useTexts('billing');
  const { number } = useFormats();
  const reasonOf = useReason(run);
  const list = `/bill-run/${run.id}/items`;
  const about = run.correction ? 'correction_run.held_about' : 'runs.exceptions_about';
  const none = run.correction ? 'correction_run.none_held' : 'runs.no_exceptions';
  return (
    <Sheet
      title={t('runs.exceptions')}
      action={
        <GoLink to={list} query={{ page: 1 }}>
          {t('runs.all_items')}
        </GoLink>
      }
    >
      <p className={style.label}>{t(run.heldReasons.length === 0 ? none : about)}</p>
      <ul className={style.reasons}>
        {run.heldReasons.map(({ reason, count }) => {
          const words = reasonOf(reason);
          return words ? (
            <li key={reason}>
              <GoLink to={list} query={{ page: 1, outcome: 'HELD', reason }}>
                <span>
                  {words.name}
                  <br />
                  <span className={style.label}>{words.advice}</span>
                </span>
                <span className={style.count}>{number(count)}</span>
                <IconChevronRight size={16} aria-hidden="true" />
              </GoLink>
            </li>
          ) : null;
        })}
      </ul>
    </Sheet>
  );
}

const DECIDED = {
  DONE: 'runs.did_reverse',
  REFUSED: 'runs.did_refuse_reversal',
  WITHDRAWN: 'runs.did_withdraw_reversal',
} as const;

/** What became of the last request to reverse the run, and the request, if it was not done at once. */
function useReversalEvents() {
  const t = useTexts('billing');
  return (reversal: NonNullable<Run['reversal']>): TimelineEvent[] => {
    const { id, state, reason, answer, requestedAt, requestedBy, decidedAt, decidedBy } = reversal;
    const title = t('runs.did_ask_reversal', { reason });
    const asked: TimelineEvent = { id, at: requestedAt, tone: 'grey', title, by: requestedBy };
    if (state === 'REQUESTED' || decidedAt === null) return [asked];
    const decided: TimelineEvent = {
      id: 'reversed',
      at: decidedAt,
      tone: state === 'DONE' ? 'red' : 'grey',
      title: t(DECIDED[state], { reason: answer ?? reason }),
      by: decidedBy,
    };
    return requestedAt === decidedAt ? [decided] : [decided, asked];
  };
}

function useEvents(run: Run): TimelineEvent[] {
  const t = useTexts('billing');
  const reversalEvents = useReversalEvents();
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
  if (run.cancelledAt) {
    events.unshift({
      id: 'cancelled',
      at: run.cancelledAt,
      tone: 'red',
      title: t('runs.did_give_up', { reason: run.cancelReason ?? '' }),
      by: run.cancelledBy,
    });
  }
  if (run.reversal) events.unshift(...reversalEvents(run.reversal));
  return events;
}

function History({ run }: { run: Run }) {
  const t = useTexts('billing');
  return <Timeline title={t('runs.history')} events={useEvents(run)} />;
}

type Asked = 'giveUp' | 'refuse' | 'reverse' | 'release' | 'correctRest' | 'print';

const isPosted = (run: Run) => run.state === 'POSTED';
/** Whether the step that was asked for is possible as the run is now. */
const FITS: Record<Asked, (run: Run) => boolean> = {
  giveUp: ({ can }) => can.giveUp,
  refuse: ({ can }) => can.refuse,
  reverse: ({ can }) => can.reverse,
  release: ({ can }) => can.release,
  correctRest: isPosted,
  print: isPosted,
};

const Reversal = ({ run }: { run: Run }) => <WaitingReversal run={run} events={useEvents(run)} />;

type AskedStepProps = { run: Run; asked: Asked; children: ReactNode };

function AskedStep({ run, asked, children }: AskedStepProps) {
  return (
    <RecordStep
      isPossible={FITS[asked](run)}
      state={<RunStateChip state={run.state} />}
      events={useEvents(run)}
    >
      {children}
    </RecordStep>
  );
}

export function RunRecord() {
  const t = useTexts('billing');
  const { money, day } = useFormats();
  const scope = useScope();
  const title = useRunTitle();
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
  const [asking, setAsking] = useState<Asked | null>(null);
  const actions = useRunActions(run, {
    giveUp: () => setAsking('giveUp'),
    refuse: () => setAsking('refuse'),
    reverse: () => setAsking('reverse'),
    release: () => setAsking('release'),
    correctRest: () => setAsking('correctRest'),
    print: () => setAsking('print'),
  });
  const close = () => setAsking(null);
  if (error && !run) return <FailedPage error={error} retry={refetch} />;
  if (!run) return <RecordSkeleton />;
  const isWorking = WORKING.includes(run.state);
  return (
    <RecordPage
      title={title(run)}
      place={`${t('runs.run', { number: run.number })} · ${scope(run)}`}
      state={<RunStateChip state={run.state} />}
      figure={{
        label: t(run.correction ? 'correction_run.proof_total' : 'runs.proof_total'),
        value: money(run.totalMinor),
      }}
      actions={actions}
      aside={<History run={run} />}
    >
      <Reversal run={run} />
      {run.failure ? <RunFailure run={run} /> : null}
      {isWorking ? <Working run={run} /> : null}
      {isWorking ? null : (
        <>
          {run.correction ? <CorrectionOverview id={run.id} /> : null}
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
      {asking ? (
        <AskedStep run={run} asked={asking}>
          {asking === 'giveUp' ? <GiveUpDialog run={run} close={close} /> : null}
          {asking === 'refuse' ? <RefuseRunDialog run={run} close={close} /> : null}
          {asking === 'print' ? <PrintDialog run={run} close={close} /> : null}
          {asking === 'reverse' ? <ReverseDialog run={run} close={close} /> : null}
          {asking === 'correctRest' && run.correction ? (
            <CorrectDialog
              tariff={{
                id: run.correction.tariffId,
                effectiveFrom: run.correction.effectiveFrom,
                orderNumber: null,
              }}
              close={close}
            />
          ) : null}
          {asking === 'release' ? <ReleaseDialog runId={run.id} item={null} close={close} /> : null}
        </AskedStep>
      ) : null}
    </RecordPage>
  );
}
