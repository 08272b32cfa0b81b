/** The switch of maintenance, apart from the texts: it counts at once, for everybody. */
import { Button } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { reloadConfig } from '#web/config.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { getMaintenance, updateMaintenance } from '../../website/contract.ts';
import style from './config.module.css';

export function MaintenanceSwitch() {
  const t = useTexts('settings');
  const found = useAnswer(getMaintenance);
  const change = useAction(updateMaintenance, {
    onDone: async ({ on }) => {
      await reloadConfig();
      toast('success', t(on ? 'config.maintenance.switched_on' : 'config.maintenance.switched_off'));
    },
  });
  if (found.error) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { on, byProgram, version } = found.data;
  const turn = async () => {
    const asks = on ? 'config.maintenance.ask_off' : 'config.maintenance.ask_on';
    if (await confirm('submit', t(asks))) change.run({ body: { on: !on, version } });
  };
  return (
    <Sheet title={t('config.maintenance.title')}>
      <div className={style.change}>
        <div>
          <StateChip tone={on || byProgram ? 'amber' : 'green'}>
            {t(on || byProgram ? 'config.maintenance.on' : 'config.maintenance.off')}
          </StateChip>
        </div>
        <p className={style.quiet}>{t('config.maintenance.about')}</p>
        {byProgram ? <p>{t('config.maintenance.by_program')}</p> : null}
        <div className={style.steps}>
          <Button variant={on ? 'filled' : 'default'} loading={change.isRunning} onClick={() => void turn()}>
            {t(on ? 'config.maintenance.switch_off' : 'config.maintenance.switch_on')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
