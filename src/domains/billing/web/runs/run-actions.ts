/** What may be done with a run now, and why the approval waits. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { RecordAction } from '#web/ui/record/record-page.tsx';
import { approveRun, calculateHeld, calculateRun, type getRun, postRun } from '../../bill-run/contract.ts';
import { useRunTitle, useScope } from './run-state.tsx';

type Run = EndpointAnswer<typeof getRun>;

/** Why the approval waits for somebody or something else; undefined if it is allowed. */
function useApprovalObstacle(run: Run | undefined): string | undefined {
  const t = useTexts('billing');
  const may = useMay();
  if (!run || run.can.approve) return undefined;
  if (!may('bill-runs:approve') || (run.correction && !may('tariffs:approve'))) return t('runs.no_right');
  if (!run.proof.complete) return t('runs.not_complete');
  if (run.correction) return t('correction_run.not_yourself');
  return t('runs.not_yourself');
}

/** Each asks for a reason. */
type Asks = {
  giveUp: () => void;
  refuse: () => void;
  reverse: () => void;
  release: () => void;
  correctRest: () => void;
  print: () => void;
};

export function useRunActions(
  run: Run | undefined,
  { giveUp, refuse, reverse, release, correctRest, print }: Asks,
): RecordAction[] {
  const t = useTexts('billing');
  const go = useGo();
  const may = useMay();
  const title = useRunTitle();
  const scope = useScope();
  const obstacle = useApprovalObstacle(run);
  const approve = useAction(approveRun, {
    onDone: ({ moved }) =>
      moved > 0
        ? toast('error', t('runs.moved', { count: moved }))
        : toast('success', t('runs.approved_now')),
  });
  const calculate = useAction(calculateRun, { onDone: () => toast('success', t('runs.calculating_now')) });
  const held = useAction(calculateHeld, { onDone: () => toast('success', t('runs.calculating_now')) });
  const post = useAction(postRun, { onDone: () => toast('success', t('runs.posting_now')) });
  if (!run) return [];
  const params = { id: run.id };
  /** Names what is approved or posted: month, scope, how many bills, and their sum. */
  const asked = () =>
    confirm(
      'submit',
      t('runs.sure', {
        ...{ what: title(run), scope: scope(run) },
        ...{ count: run.proof.billed, total: run.proof.totalMinor },
      }),
    );
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
    if (may('bill-runs:print')) {
      actions.push({ label: t('prints.start'), run: print });
      actions.push({
        label: t('prints.of_run'),
        quiet: true,
        run: () => go('/bill-print', { page: 1, runId: run.id }),
      });
    }
  }
  if (run.can.calculate && run.state === 'REVIEW' && run.heldReasons.length > 0 && !run.correction) {
    actions.push({
      label: t('runs.calculate_held'),
      isRunning: held.isRunning,
      run: () => held.run({ params, body: {} }),
    });
  }
  if (run.can.calculate && run.state !== 'PLANNED') {
    actions.push({
      label: t('runs.calculate'),
      isRunning: calculate.isRunning,
      run: () => calculate.run({ params }),
    });
  }
  if (run.correction && run.state === 'POSTED' && run.heldReasons.length > 0 && may('bill-runs:correct')) {
    actions.push({ label: t('correction_run.rest'), run: correctRest });
  }
  if (run.can.release) actions.push({ label: t('items.release_all'), run: release });
  if (run.can.reverse) {
    const label = t('runs.reverse', { count: run.proof.invoices });
    actions.push({ label, danger: true, run: reverse });
  }
  if (run.can.giveUp) actions.push({ label: t('runs.give_up'), danger: true, run: giveUp });
  else if (run.can.refuse) actions.push({ label: t('correcting.refuse'), danger: true, run: refuse });
  return actions;
}
