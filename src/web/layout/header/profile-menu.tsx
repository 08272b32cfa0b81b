/** Profile dropdown (spec §2): edit profile, change password, log out. */
import { UnstyledButton } from '@mantine/core';
import { IconLock, IconLogout, IconUser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useGo } from '../../navigation/go.tsx';
import { signOut } from '../../session/keep-session.ts';
import { useProfile } from '../../session/session.ts';
import { findText, useLanguage, useTexts } from '../../texts/texts.ts';
import { DropMenu } from '../../ui/menu/drop-menu.tsx';
import style from './header.module.css';

/** Built-in roles have names in both languages, others were written in one. */
function RoleName({ code, name }: { code: string; name: string }) {
  useTexts('roles');
  return findText('roles', `names.${code}`) ?? name;
}

/** Of the first and the last word. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
}

export function ProfileMenu() {
  const t = useTexts('common');
  const go = useGo();
  const profile = useProfile();
  const isBengali = useLanguage() === 'bn';
  const name = (isBengali && profile?.nameBn) || (profile?.name ?? '');
  return (
    <DropMenu
      head={
        <>
          {name}
          <br />
          <Suspense fallback={profile?.roleName}>
            <RoleName code={profile?.role ?? ''} name={profile?.roleName ?? ''} />
          </Suspense>
        </>
      }
      choices={[
        { label: t('frame.edit_profile'), icon: <IconUser size={16} />, run: () => go('/profile') },
        {
          label: t('frame.change_password'),
          icon: <IconLock size={16} />,
          run: () => go('/change-password'),
        },
        { label: t('frame.log_out'), icon: <IconLogout size={16} />, run: () => void signOut(), apart: true },
      ]}
      trigger={(props) => (
        <UnstyledButton {...props} className={style.profile}>
          <span className={style.named}>{`${t('frame.profile')}: ${name}`}</span>
          <span className={style.face} aria-hidden="true">
            {profile?.imageLink ? <img src={profile.imageLink} alt="" /> : initials(name)}
          </span>
          <span className={style.who} aria-hidden="true">
            {name}
          </span>
        </UnstyledButton>
      )}
    />
  );
}
