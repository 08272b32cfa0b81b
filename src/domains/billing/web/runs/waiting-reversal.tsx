/** The reversal of a run that waits: the second person reverses the run or refuses with a reason, and who asked takes the request back. */
import { Alert, Button, Group } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordStep } from '#web/ui/over/record-step.tsx';
import type { TimelineEvent } from '#web/ui/record/timeline.tsx';
import { decideReversal, type getRun, type RunObstacles, withdrawReversal } from '../../bill-run/contract.ts';
import style from '../billing.module.css';
import { Obstacles, useObstacles } from './run-obstacles.tsx';
import { RunStateChip } from './run-state.tsx';

type Run = EndpointAnswer<typeof getRun>;
type Reversal = NonNullable<Run['reversal']>;

/** For who may reverse runs: what came in the way since it was asked for. */
function WaitingObstacles(props: DecisionProps) {
  const obstacles = useObstacles(props.run.id);
  return <Decision {...props} {...(obstacles ? { obstacles } : {})} />;
}

/** The dialogs stay while the run shows that somebody else answered meanwhile. */
export function WaitingReversal({ run, events }: { run: Run; events: readonly TimelineEvent[] }) {
  const { reversal, can } = run;
  const [asking, setAsking] = useState<'refuse' | 'withdraw' | null>(null);
  const close = () => setAsking(null);
  if (!reversal) return null;
  const Box = can.decideReversal ? WaitingObstacles : Decision;
  const AskedDialog = asking === 'refuse' ? RefuseDialog : WithdrawDialog;
  return (
    <>
      {reversal.state === 'REQUESTED' ? <Box run={run} reversal={reversal} ask={setAsking} /> : null}
      {asking ? (
        <RecordStep
          isPossible={asking === 'refuse' ? can.decideReversal : can.withdrawReversal}
          state={<RunStateChip state={run.state} />}
          events={events}
        >
          <AskedDialog run={run} reversal={reversal} close={close} />
        </RecordStep>
      ) : null}
    </>
  );
}

type DialogProps = { run: Run; reversal: Reversal; close: () => void };

function RefuseDialog({ run, reversal, close }: DialogProps) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const form = useForm(decideReversal, {
    initial: { remark: undefined },
    input: { params: { id: run.id } },
    extra: { reversalId: reversal.id, accept: false },
    onDone: () => {
      close();
      return toast('success', t('runs.reversal_refused'));
    },
  });
  return (
    <FormDialog title={own('reversal_refuse')} close={close}>
      <FormBody form={form} submit={t('correcting.refuse')} danger cancel={close}>
        <p>{own('reversal_refuse_help', { name: reversal.requestedBy ?? '' })}</p>
        <LongTextField form={form} name="remark" label={t('runs.give_up_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

function WithdrawDialog({ run, reversal, close }: DialogProps) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const form = useForm(withdrawReversal, {
    initial: { reason: '' },
    input: { params: { id: run.id } },
    extra: { reversalId: reversal.id },
    onDone: () => {
      close();
      return toast('success', own('reversal_withdrawn'));
    },
  });
  const title = own('reversal_withdraw');
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={title} danger cancel={close}>
        <p>{own('reversal_withdraw_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

type DecisionProps = {
  run: Run;
  reversal: Reversal;
  obstacles?: RunObstacles;
  ask: (step: 'refuse' | 'withdraw') => void;
};

function Decision({ run, reversal, obstacles, ask }: DecisionProps) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const decided = useAction(decideReversal, { onDone: () => toast('success', t('runs.reversed')) });
  const isBlocked = obstacles !== undefined && obstacles.total > 0;
  const accepting = t('runs.reverse', { count: run.proof.invoices });
  const accept = async () => {
    if (await confirm('submit', accepting))
      decided.run({ params: { id: run.id }, body: { reversalId: reversal.id, accept: true } });
  };
  return (
    <Alert color="yellow" icon={<IconClock size={20} />}>
      <b>{t('runs.reversal_waits')}</b>
      <p className={style.waiting}>
        {t('runs.reversal_waits_about', { name: reversal.requestedBy ?? '', reason: reversal.reason })}
      </p>
      {obstacles ? <Obstacles found={obstacles} /> : null}
      {run.can.decideReversal ? (
        <Group mt="sm">
          <Button color="red" loading={decided.isRunning} disabled={isBlocked} onClick={() => void accept()}>
            {accepting}
          </Button>
          <Button variant="default" disabled={decided.isRunning} onClick={() => ask('refuse')}>
            {t('correcting.refuse')}
          </Button>
        </Group>
      ) : null}
      {run.can.withdrawReversal ? (
        <Group mt="sm">
          <Button variant="default" onClick={() => ask('withdraw')}>
            {own('reversal_withdraw')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}
