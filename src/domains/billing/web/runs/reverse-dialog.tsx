/** Reverses a posted run: one person asks with a reason, another one decides on the run's page. */
import { Alert, Button, Group } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { decideReversal, type getRun, type RunObstacles, reverseRun } from '../../bill-run/contract.ts';
import style from '../billing.module.css';
import { Obstacles, useObstacles } from './run-obstacles.tsx';

type Run = EndpointAnswer<typeof getRun>;

export function ReverseDialog({ run, close }: { run: Run; close: () => void }) {
  const t = useTexts('billing');
  const { month } = useFormats();
  const obstacles = useObstacles(run.id);
  const form = useForm(reverseRun, {
    initial: { reason: '', openReadings: true },
    input: { params: { id: run.id } },
    extra: { version: run.version },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'REVERSED' ? 'runs.reversed' : 'runs.reversal_asked'));
    },
  });
  const title = t('runs.reverse_title', { month: month(run.period) });
  // Nothing is asked for that cannot be done.
  if (obstacles && obstacles.total > 0) {
    return (
      <FormDialog title={title} close={close}>
        <Obstacles found={obstacles} />
      </FormDialog>
    );
  }
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('runs.reverse', { count: run.proof.invoices })} danger cancel={close}>
        <p>{t('runs.reverse_help')}</p>
        <LongTextField form={form} name="reason" label={t('runs.give_up_reason')} required />
        <CheckField
          form={form}
          name="openReadings"
          label={t('runs.open_readings')}
          help={t('runs.open_readings_help')}
        />
      </FormBody>
    </FormDialog>
  );
}

/** For who may reverse runs: what came in the way since it was asked for. */
function WaitingObstacles({ run }: { run: Run }) {
  const obstacles = useObstacles(run.id);
  return <Decision run={run} {...(obstacles ? { obstacles } : {})} />;
}

export function WaitingReversal({ run }: { run: Run }) {
  if (run.reversal?.state !== 'REQUESTED') return null;
  return run.can.decideReversal ? <WaitingObstacles run={run} /> : <Decision run={run} />;
}

function Decision({ run, obstacles }: { run: Run; obstacles?: RunObstacles }) {
  const t = useTexts('billing');
  const { reversal } = run;
  const params = { id: run.id };
  const decided = useAction(decideReversal, {
    onDone: ({ state }) =>
      toast('success', t(state === 'REVERSED' ? 'runs.reversed' : 'runs.reversal_refused')),
  });
  if (!reversal) return null;
  const isBlocked = obstacles !== undefined && obstacles.total > 0;
  const blocked = obstacles ? <Obstacles found={obstacles} /> : null;
  const accepting = t('runs.reverse', { count: run.proof.invoices });
  const say = async (accept: boolean) => {
    if (await confirm('submit', accept ? accepting : t('correcting.refuse')))
      decided.run({ params, body: { accept } });
  };
  return (
    <Alert color="yellow" icon={<IconClock size={20} />}>
      <b>{t('runs.reversal_waits')}</b>
      <p className={style.waiting}>
        {t('runs.reversal_waits_about', { name: reversal.requestedBy ?? '', reason: reversal.reason })}
      </p>
      {blocked}
      {run.can.decideReversal ? (
        <Group mt="sm">
          <Button color="red" loading={decided.isRunning} disabled={isBlocked} onClick={() => void say(true)}>
            {accepting}
          </Button>
          <Button variant="default" disabled={decided.isRunning} onClick={() => void say(false)}>
            {t('correcting.refuse')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}
