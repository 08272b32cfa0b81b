/** Shutting somebody out for a while: why, and who goes on meanwhile. */

import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { setUserStatus, type User } from '../../users/contract.ts';
import { HandOver, useOpenWork } from './open-work.tsx';
import style from './users.module.css';

export function DeactivateDialog({ user, close }: { user: User; close: () => void }) {
  const t = useTexts('identity');
  const work = useOpenWork(user.id);
  const form = useForm(setUserStatus, {
    initial: {},
    extra: { id: user.id, version: user.version, status: 'disabled' },
    onDone: () => {
      close();
      return toast('success', t('users.updated'));
    },
  });
  return (
    <FormDialog title={t('users.deactivate_title', { name: user.name })} close={close}>
      <FormBody form={form} submit={t('users.deactivate')} danger cancel={close}>
        <p className={style.quiet}>{t('users.deactivate_about')}</p>
        <LongTextField form={form} name="reason" label={t('users.reason')} required />
        <HandOver
          work={work}
          name={user.name}
          required={false}
          chosen={form.values.handOverTo ?? undefined}
          choose={(id) => form.change('handOverTo', id)}
        />
      </FormBody>
    </FormDialog>
  );
}
