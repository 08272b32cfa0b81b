/** The header (spec §2): logo, menu toggle, application selector, language, fullscreen, downloads, profile menu. */
import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconBell,
  IconDownload,
  IconLayoutSidebar,
  IconMaximize,
  IconMinimize,
  IconSearch,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { downloadHistory, showDownloads } from '../../calls/downloads.ts';
import { GoLink, usePath } from '../../navigation/go.tsx';
import { counterSlice, useProfile, whoIs } from '../../session/session.ts';
import { countOf } from '../../state/counters.ts';
import { usePersisted } from '../../state/persisted.ts';
import { useTexts } from '../../texts/texts.ts';
import { useCompanyName } from '../../texts/use-company-name.ts';
import { useFormats } from '../../texts/use-formats.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { openOverlay, useOverlay } from '../overlays.ts';
import { ApplicationSelector } from './application-selector.tsx';
import style from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** Consumers do without it. */
const OutboxButton = onDemand(() =>
  import('../../outbox/outbox-button.tsx').then((file) => file.OutboxButton),
);

/** The pages on which consumers choose one of their applications (spec §2 Header). */
const SELECTOR_AREAS = [
  '/billing/billing-list',
  '/billing/invoice-list',
  '/support-ticket',
  '/dashboard',
  '/payment-history',
];

const isFullscreen = () => document.fullscreenElement !== null;

function onFullscreen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

function FullscreenToggle() {
  const t = useTexts('common');
  const fullscreen = useSyncExternalStore(onFullscreen, isFullscreen);
  const toggle = () =>
    void (fullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen());
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
  const { items, open, listed } = usePersisted(downloadHistory);
  // On a phone the line of a running download is not the list yet.
  const isShown = open && (listed || !matchMedia('(max-width: 48em)').matches);
  const isRunning = items.some((item) => item.uploadSuccess === 'Pending');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={style.downloads}
      data-running={isRunning || undefined}
      data-any={items.length > 0 || undefined}
      aria-label={t('frame.downloads')}
      title={t('frame.downloads')}
      aria-expanded={isShown}
      onClick={() => void showDownloads({ open: !isShown, minimised: false, listed: !isShown })}
    >
      <IconDownload size={19} />
    </ActionIcon>
  );
}

/** Opens the palette; if there is room, it looks like the field that it opens. */
function SearchOpener() {
  const t = useTexts('common');
  return (
    <UnstyledButton
      className={style.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      onClick={() => openOverlay('palette')}
    >
      <IconSearch size={18} aria-hidden="true" />
      <span className={style.searchWords}>{t('frame.search')}</span>
      <span className={style.searchKey} aria-hidden="true">
        Ctrl K
      </span>
    </UnstyledButton>
  );
}

const MOST_SHOWN = 99;

function Bell() {
  const t = useTexts('common');
  const { number } = useFormats();
  const count = countOf(usePersisted(counterSlice), ['notice_count.item_count']);
  const isOpen = useOverlay() === 'bell';
  const label = count > 0 ? t('frame.notices_unread', { count }) : t('frame.notices');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={style.bell}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => openOverlay('bell')}
    >
      <IconBell size={19} />
      {count > 0 ? (
        <span className={style.count} aria-hidden="true">
          {count > MOST_SHOWN ? `${number(MOST_SHOWN)}+` : number(count)}
        </span>
      ) : null}
    </ActionIcon>
  );
}

type HeaderProps = { menuShown: boolean; toggleMenu: () => void };

export function Header({ menuShown, toggleMenu }: HeaderProps) {
  const t = useTexts('common');
  const path = usePath();
  const role = useProfile()?.role ?? '';
  const selects = whoIs(role) === 'consumer' && SELECTOR_AREAS.some((area) => path.startsWith(area));
  const company = useCompanyName();
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
      <div className={style.middle}>{selects ? <ApplicationSelector /> : null}</div>
      <SearchOpener />
      <LanguageSwitch />
      <FullscreenToggle />
      <DownloadsToggle />
      {whoIs(role) === 'consumer' ? null : <OutboxButton />}
      <Bell />
      <ProfileMenu />
    </header>
  );
}
