/** One member of staff: who it is, what the account may do, pictures, open work. */
import { Alert, Avatar, Skeleton } from '@mantine/core';
import { IconLockPause } from '@tabler/icons-react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { Facts, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { getUser, type User } from '../../users/contract.ts';
import { Picture, SignaturePreview } from '../profile/pictures.tsx';
import { useOpenWork, WorkItems } from './open-work.tsx';
import { useUserActions } from './user-actions.tsx';
import { UserState } from './user-state.tsx';
import style from './users.module.css';

function Photo({ user, size }: { user: User; size: number }) {
  const { imageLink, name } = user;
  return <Avatar src={imageLink} name={name} size={size} radius="50%" color="brand" alt={name} />;
}

/** Why and since when somebody is shut out. */
function Deactivated({ user }: { user: User }) {
  const t = useTexts('identity');
  const { instant } = useFormats();
  if (user.status !== 'disabled') return null;
  const title = user.statusAt
    ? t('users.disabled_since', { when: instant(user.statusAt) })
    : t('users.disabled');
  return (
    <Alert color="gray" icon={<IconLockPause size={20} aria-hidden="true" />} title={title}>
      {user.statusReason}
    </Alert>
  );
}

function UserPictures({ user }: { user: User }) {
  const t = useTexts('identity');
  const { id, imageLink, signatureLink } = user;
  return (
    <Sheet title={t('profile.pictures')}>
      <Picture kind="image" userId={id} link={imageLink} preview={<Photo user={user} size={72} />} />
      <Picture
        kind="signature"
        userId={id}
        link={signatureLink}
        preview={<SignaturePreview link={signatureLink} />}
      />
    </Sheet>
  );
}

function OpenWorkSheet({ user }: { user: User }) {
  const t = useTexts('identity');
  const work = useOpenWork(user.id);
  return (
    <Sheet title={t('users.work')}>
      {work.error ? (
        <Failed error={work.error} retry={work.refetch} />
      ) : !work.data ? (
        <Skeleton height={48} />
      ) : work.data.items.length === 0 ? (
        <p className={style.quiet}>{t('users.no_work', { name: user.name })}</p>
      ) : (
        <WorkItems items={work.data.items} />
      )}
    </Sheet>
  );
}

function Details({ user }: { user: User }) {
  const t = useTexts('identity');
  const { digits, instant } = useFormats();
  return (
    <Sheet title={t('users.details')}>
      <Facts
        facts={[
          { label: t('users.email'), value: user.email },
          {
            label: t('users.phone'),
            value: user.phone && <a href={`tel:${user.phone}`}>{digits(user.phone)}</a>,
          },
          {
            label: t('users.two_factor'),
            value: t(user.twoFactor ? 'users.two_factor_on' : 'users.two_factor_off'),
          },
          { label: t('users.last_login'), value: user.lastLoginAt && instant(user.lastLoginAt) },
          { label: t('users.since'), value: instant(user.createdAt) },
        ]}
      />
    </Sheet>
  );
}

export function UserRecord() {
  const id = usePathParam();
  const go = useGo();
  const canEdit = useMay()('users:edit');
  const roleName = useRoleName();
  const { actionsOf, show } = useUserActions(() => go('/user/user-list', { page: 1 }));
  const { data: user, error, refetch } = useAnswer(getUser, { params: { id } });
  if (error && !user) return <FailedPage error={error} retry={refetch} />;
  if (!user) return <RecordSkeleton />;
  return (
    <>
      <RecordPage
        title={user.name}
        place={roleName(user.role, user.roleName)}
        state={<UserState user={user} />}
        actions={actionsOf(user)}
        notice={<Deactivated user={user} />}
      >
        <Details user={user} />
        {canEdit ? <UserPictures user={user} /> : null}
        {canEdit ? <OpenWorkSheet user={user} /> : null}
      </RecordPage>
      {show(user)}
    </>
  );
}
