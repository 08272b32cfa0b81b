/** Closing an account for good. Says what stays and what goes, and who takes the open work over. */
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { RefusalNote } from '#web/ui/form/refusal-note.tsx';
import { HoldsChanges } from '#web/ui/holds-changes.ts';
import { deleteUser, type User } from '../../users/contract.ts';
import { HandOver, useOpenWork } from './open-work.tsx';
import style from './users.module.css';

const REASON_LENGTH = 500;

type DeleteDialogProps = { user: User; close: () => void; onDone: () => void };

export function DeleteDialog({ user, close, onDone }: DeleteDialogProps) {
  const t = useTexts('identity');
  const common = useTexts('common');
  const work = useOpenWork(user.id);
  const [successor, setSuccessor] = useState<string>();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const remove = useAction(deleteUser, {
    quiet: true,
    onDone: () => {
      onDone();
      return toast('success', t('users.deleted'));
    },
  });
  const isMissing = (work.data?.items.length ?? 0) > 0 && !successor;
  const isStuck = isMissing && work.data?.successors.length === 0;
  const submit = () => {
    setIsTried(true);
    if (isMissing) return;
    const body = { reason, ...(successor ? { handOverTo: successor } : {}) };
    remove.run({ params: { id: user.id }, body });
  };
  return (
    <FormDialog title={common('confirm.delete')} close={close}>
      <div className={style.ending}>
        <HoldsChanges isChanged={(reason !== '' || successor !== undefined) && !remove.isRunning} />
        <RefusalNote error={remove.error} />
        <div>
          <b>{user.name}</b>
          <ul className={style.effects}>
            <li>{t('users.delete_signs_out')}</li>
            <li>{t('users.delete_frees')}</li>
            <li>{t('users.delete_keeps')}</li>
          </ul>
        </div>
        <HandOver
          work={work}
          name={user.name}
          required
          chosen={successor}
          choose={setSuccessor}
          problem={isTried && isMissing ? t('users.choose_successor') : undefined}
        />
        <Textarea
          label={t('users.delete_reason')}
          value={reason}
          maxLength={REASON_LENGTH}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button color="red.8" loading={remove.isRunning} disabled={!work.data || isStuck} onClick={submit}>
            {t('users.delete_submit')}
          </Button>
          <Button variant="subtle" color="gray" onClick={close}>
            {common('actions.cancel')}
          </Button>
        </Group>
      </div>
    </FormDialog>
  );
}
