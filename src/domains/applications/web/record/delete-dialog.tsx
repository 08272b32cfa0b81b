import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import formStyle from '#web/ui/form/form.module.css';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { RefusalNote } from '#web/ui/form/refusal-note.tsx';
import { HoldsChanges } from '#web/ui/holds-changes.ts';
import { OverEnd } from '#web/ui/over/over-note.tsx';
import { useStepOver } from '#web/ui/over/step-over.ts';
import { type ApplicationDetail, deleteApplication } from '../../contract.ts';
import { useSubject } from './use-subject.ts';

/** Deleting asks why: the reason stays with the hidden row. */
export function DeleteDialog({ application, close }: { application: ApplicationDetail; close: () => void }) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const go = useGo();
  const [remark, setRemark] = useState('');
  const isOver = Boolean(useStepOver());
  const [isMissing, setIsMissing] = useState(false);
  const remove = useAction(deleteApplication, {
    quiet: true,
    onDone: async () => {
      close();
      await go('/all-new-connections', { page: 1 });
      return toast('success', t('done.delete'));
    },
  });
  const send = () => {
    setIsMissing(remark.trim() === '');
    if (remark.trim()) remove.run({ params: { id: application.id }, body: { remark } });
  };
  return (
    <FormDialog title={common('confirm.delete')} subject={useSubject(application)} close={close}>
      {isOver ? (
        <OverEnd
          typed={remark ? [{ name: 'remark', label: t('dialogs.remark'), value: remark }] : []}
          close={close}
        />
      ) : (
        <div className={formStyle.form}>
          <HoldsChanges isChanged={remark !== '' && !remove.isRunning} />
          <RefusalNote error={remove.error} />
          <Textarea
            label={t('dialogs.remark')}
            description={t('dialogs.delete_help')}
            withAsterisk
            value={remark}
            error={isMissing ? t('errors.remark_required') : null}
            errorProps={{ role: 'alert' }}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button color="red.8" loading={remove.isRunning} onClick={send}>
              {t('actions.delete')}
            </Button>
            <Button variant="subtle" color="gray" onClick={close}>
              {common('actions.cancel')}
            </Button>
          </Group>
        </div>
      )}
    </FormDialog>
  );
}
