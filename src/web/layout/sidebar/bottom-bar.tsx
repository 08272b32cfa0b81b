/** Four places a thumb reaches, for consumers on phones. */
import { UnstyledButton } from '@mantine/core';
import { IconFileDescription, IconFileInvoice, IconHome, IconMenu2 } from '@tabler/icons-react';
import { GoLink, usePath } from '../../navigation/go.tsx';
import { useTexts } from '../../texts/texts.ts';
import style from './bottom-bar.module.css';

const PLACES = [
  { key: 'frame.home', path: '/dashboard', query: {}, icon: IconHome },
  { key: 'frame.bills', path: '/billing/invoice-list', query: { page: 1 }, icon: IconFileInvoice },
  {
    key: 'frame.applications',
    path: '/customer/new-connections',
    query: { page: 1 },
    icon: IconFileDescription,
  },
] as const;

export function BottomBar({ openMenu }: { openMenu: () => void }) {
  const t = useTexts('common');
  const path = usePath();
  return (
    <nav className={`${style.bar} no-print`} aria-label={t('frame.menu')}>
      {PLACES.map(({ key, path: to, query, icon: Icon }) => (
        <GoLink
          key={to}
          to={to}
          query={query}
          className={style.place}
          aria-current={path === to ? 'page' : undefined}
        >
          <Icon size={22} stroke={1.7} aria-hidden="true" />
          {t(key)}
        </GoLink>
      ))}
      <UnstyledButton className={style.place} onClick={openMenu}>
        <IconMenu2 size={22} stroke={1.7} aria-hidden="true" />
        {t('frame.menu')}
      </UnstyledButton>
    </nav>
  );
}
