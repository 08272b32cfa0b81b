/** Profile dropdown (spec §2): edit profile, change password, log out. */
import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { IconLock, IconLogout, IconUser } from '@tabler/icons-react';
import { useGo } from '../go.tsx';
import { useProfile } from '../session.ts';
import { signOut } from '../session-refresh.ts';
import { useTexts } from '../texts.ts';
import style from './header.module.css';

export function ProfileMenu() {
  const t = useTexts('common');
  const go = useGo();
  const profile = useProfile();
  const name = profile?.name ?? '';
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={style.profile} aria-label={`${t('frame.profile')}: ${name}`}>
          <Avatar size={30} radius="xl" color="brand" name={name} src={profile?.imageLink ?? null} alt="" />
          <span className={style.who}>{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {profile?.roleName ?? profile?.role}
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => go('/profile')}>
          {t('frame.edit_profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={16} />} onClick={() => go('/change-password')}>
          {t('frame.change_password')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('frame.log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
