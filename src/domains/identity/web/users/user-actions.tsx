/** What may be done with an account, the same in the list's row menu and on the person's page. */
import { type ReactNode, useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useMay, useProfile } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { resetSecondFactor } from '../../second-factor/contract.ts';
import { sendPasswordLink, setUserStatus, type User } from '../../users/contract.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

type Opened = { what: 'edit' | 'deactivate' | 'delete'; user: User };
type UserAction = { label: string; run: () => unknown; danger?: boolean; reason?: string | undefined };

/** @param onDeleted opens another page when the account is deleted */
export function useUserActions(onDeleted: () => unknown = () => undefined): {
  actionsOf: (user: User) => UserAction[];
  /** About whom a dialog is open, as the person saw them. */
  opened: Opened | null;
  /** That dialog, about the account as it is now. */
  show: (user: User) => ReactNode;
} {
  const t = useTexts('identity');
  const common = useTexts('common');
  const canEdit = useMay()('users:edit');
  const ownId = useProfile()?.id;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const send = useAction(sendPasswordLink, { onDone: () => toast('success', t('users.link_sent')) });
  const activate = useAction(setUserStatus, { onDone: () => toast('success', t('users.updated')) });
  const takeFactor = useAction(resetSecondFactor, { onDone: () => toast('success', t('users.updated')) });
  const actionsOf = (user: User): UserAction[] => {
    if (!canEdit) return [];
    const { id, version } = user;
    const isActive = user.status === 'active';
    const own = id === ownId ? t('users.own_reason') : undefined;
    return [
      { label: common('actions.edit'), run: () => setOpened({ what: 'edit', user }) },
      {
        label: t(user.hasPassword ? 'users.send_link' : 'users.send_link_again'),
        reason: isActive ? undefined : t('users.inactive_reason'),
        run: () => send.run({ body: { id } }),
      },
      ...(user.twoFactor && !own
        ? [
            {
              label: t('users.factor_away'),
              run: async () =>
                (await confirm('submit', t('users.factor_away_about', { name: user.name }), {
                  question: t('users.factor_away_ask'),
                  yes: t('users.factor_away'),
                })) && takeFactor.run({ body: { id } }),
            },
          ]
        : []),
      isActive
        ? { label: t('users.deactivate'), reason: own, run: () => setOpened({ what: 'deactivate', user }) }
        : {
            label: t('users.activate'),
            run: () => activate.run({ body: { id, version, status: 'active' } }),
          },
      {
        label: common('actions.delete'),
        danger: true,
        reason: own,
        run: () => setOpened({ what: 'delete', user }),
      },
    ];
  };
  const dialogs: Record<Opened['what'], (user: User) => ReactNode> = {
    edit: (user) => <UserDialog user={user} close={close} />,
    deactivate: (user) => <DeactivateDialog user={user} close={close} />,
    delete: (user) => (
      <DeleteDialog
        user={user}
        close={close}
        onDone={() => {
          close();
          onDeleted();
        }}
      />
    ),
  };
  return { actionsOf, opened, show: (user) => (opened ? dialogs[opened.what](user) : null) };
}
