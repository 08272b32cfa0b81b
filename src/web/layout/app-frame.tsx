/** Frame of the signed-in screens: sidebar, header, the page, and a bottom bar for consumers on phones. */
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { settleDownloads } from '../calls/downloads.ts';
import { queryClient } from '../calls/use-answer.ts';
import { webConfig } from '../config.ts';
import { usePath } from '../navigation/go.tsx';
import { useProfile, whoIs } from '../session/session.ts';
import { persisted, usePersisted } from '../state/persisted.ts';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from '../texts/use-formats.ts';
import { onDemand } from '../ui/on-demand.tsx';
import style from './app-frame.module.css';
import { refreshCounters, watchCounters } from './counters.ts';
import { Header } from './header/header.tsx';
import { OverlayHost } from './overlay-host.tsx';
import { refreshProfile } from './profile-state.ts';
import { WithinFrame } from './screens/full-screen.tsx';
import { BottomBar } from './sidebar/bottom-bar.tsx';
import { useFrameKeys, useHeadingFocus } from './use-frame-keys.ts';

/** A wide screen's sidebar stays away until it is asked for again. */
const menuHidden = persisted('menuHidden', false);

const NARROW = '(max-width: 48em)';

const loadSidebar = () => import('./sidebar/sidebar.tsx').then((file) => file.Sidebar);
const Sidebar = onDemand(loadSidebar);
// Phones load it when the drawer opens; elsewhere it comes beside the page and not after it.
if (!matchMedia(NARROW).matches) void loadSidebar().catch(() => undefined);

const SideMenu = onDemand(() => import('./side-menu.tsx').then((file) => file.SideMenu));

const MenuDrawer = lazy(() =>
  import('./sidebar/menu-drawer.tsx').then((file) => ({ default: file.MenuDrawer })),
);

/** In the shape of a page: a title, a filter row, some rows. */
function PageSkeleton() {
  return (
    <div aria-busy="true" className={style.skeleton}>
      <Skeleton height={28} width={220} />
      <Skeleton height={36} />
      <Skeleton height={320} />
    </div>
  );
}

/** Whom a consumer calls, below every page. */
function HelpLine() {
  const t = useTexts('common');
  const { digits } = useFormats();
  const { supportPhone } = webConfig();
  if (!supportPhone) return null;
  return (
    <p className={`${style.help} no-print`}>
      {t('frame.help')} <a href={`tel:${supportPhone}`}>{digits(supportPhone)}</a>
    </p>
  );
}

/** With the cache of answers, which the screens before sign-in do without. */
export function AppFrame({ children }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>{children ?? <Outlet />}</Frame>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTexts('common');
  const profile = useProfile();
  const path = usePath();
  // From the first render on: a phone would else load the sidebar for nothing.
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const opener = useRef<Element | null>(null);
  const hidden = usePersisted(menuHidden);
  useEffect(() => {
    void refreshCounters();
    void refreshProfile();
    void settleDownloads();
    return watchCounters();
  }, []);
  useFrameKeys();
  useHeadingFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setDrawer(false), [path]);
  if (!profile) return null;
  const openDrawer = () => {
    opener.current = document.activeElement;
    setDrawer(true);
  };
  const closeDrawer = () => {
    setDrawer(false);
    // The page takes the focus again only after the drawer is gone.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus());
  };
  const isConsumer = whoIs(profile.role) === 'consumer';
  const page = (
    <Suspense fallback={<PageSkeleton />}>
      <WithinFrame value>
        {path.startsWith('/configuration/') ? (
          <div className={style.besideMenu}>
            <SideMenu meanwhile={<div className={style.menuPlace} />} />
            <div className={style.page}>{children}</div>
          </div>
        ) : (
          children
        )}
      </WithinFrame>
    </Suspense>
  );
  return (
    <div className={style.frame} data-audience={isConsumer ? 'consumer' : 'staff'}>
      <a href="#content" className={style.skip}>
        {t('frame.skip')}
      </a>
      <Header
        menuShown={narrow ? drawer : !hidden}
        toggleMenu={() => (!narrow ? menuHidden.write(!hidden) : drawer ? closeDrawer() : openDrawer())}
      />
      <div className={style.body}>
        {narrow ? (
          <Suspense>{drawer ? <MenuDrawer close={closeDrawer} /> : null}</Suspense>
        ) : hidden ? null : (
          <aside className={style.side}>
            <Sidebar />
          </aside>
        )}
        <main id="content" tabIndex={-1} className={style.content}>
          {isConsumer ? (
            <>
              <div className={style.aboveHelp}>{page}</div>
              <HelpLine />
            </>
          ) : (
            page
          )}
        </main>
      </div>
      {isConsumer && narrow ? <BottomBar openMenu={openDrawer} /> : null}
      <OverlayHost />
    </div>
  );
}
