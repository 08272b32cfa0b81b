/** The header (spec §2): logo, menu toggle, application selector, language, fullscreen, downloads, profile menu. */
import { ActionIcon } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { IconDownload, IconLayoutSidebar, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { companyName } from '../config.ts';
import { downloadHistory, showDownloads } from '../downloads.ts';
import { GoLink, usePath } from '../go.tsx';
import { usePersisted } from '../persisted.ts';
import { useProfile, whoIs } from '../session.ts';
import { useLanguage, useTexts } from '../texts.ts';
import style from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';

const ApplicationSelector = lazy(() =>
  import('./application-selector.tsx').then((file) => ({ default: file.ApplicationSelector })),
);

/** The pages on which consumers choose one of their applications (spec §2 Header). */
const SELECTOR_AREAS = [
  '/billing/billing-list',
  '/billing/invoice-list',
  '/support-ticket',
  '/dashboard',
  '/payment-history',
];

function FullscreenToggle() {
  const t = useTexts('common');
  const { fullscreen, toggle } = useFullscreenDocument();
  const label = fullscreen ? t('frame.leave_fullscreen') : t('frame.fullscreen');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      visibleFrom="sm"
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      {fullscreen ? <IconMinimize size={19} /> : <IconMaximize size={19} />}
    </ActionIcon>
  );
}

function DownloadsToggle() {
  const t = useTexts('common');
  const { items, open } = usePersisted(downloadHistory);
  const isRunning = items.some((item) => item.uploadSuccess === 'Pending');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={style.downloads}
      data-running={isRunning || undefined}
      aria-label={t('frame.downloads')}
      title={t('frame.downloads')}
      aria-expanded={open}
      onClick={() => void showDownloads({ open: !open, minimised: false })}
    >
      <IconDownload size={19} />
    </ActionIcon>
  );
}

type HeaderProps = { menuShown: boolean; toggleMenu: () => void };

export function Header({ menuShown, toggleMenu }: HeaderProps) {
  const t = useTexts('common');
  const path = usePath();
  const role = useProfile()?.role ?? '';
  const selects = whoIs(role) === 'consumer' && SELECTOR_AREAS.some((area) => path.startsWith(area));
  const company = companyName(useLanguage());
  const label = menuShown ? t('actions.hide_menu') : t('actions.show_menu');
  return (
    <header className={`${style.header} no-print`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-expanded={menuShown}
        onClick={toggleMenu}
      >
        <IconLayoutSidebar size={20} />
      </ActionIcon>
      <GoLink to="/dashboard" className={style.logo} aria-label={company}>
        <Logo />
        <span className={style.company}>{company}</span>
      </GoLink>
      <div className={style.middle}>
        <Suspense>{selects ? <ApplicationSelector /> : null}</Suspense>
      </div>
      <LanguageSwitch />
      <FullscreenToggle />
      <DownloadsToggle />
      <ProfileMenu />
    </header>
  );
}
