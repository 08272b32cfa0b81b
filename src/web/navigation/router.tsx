/**
 * One router out of the domains' pages. Addresses keep their texts as they are (`?page=1`, never JSON). The
 * guards are the specification's access rules (§2): public pages, login, root, roles, not-found.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { loadChunk } from '../chunk.ts';
import { onConfig, webConfig } from '../config.ts';
import { pressEarly } from '../early.ts';
import { Root } from '../layout/root.tsx';
import { ErrorScreen } from '../layout/screens/error-screen.tsx';
import { NotFoundScreen } from '../layout/screens/not-found-screen.tsx';
import { SlowInternetScreen } from '../layout/screens/slow-internet-screen.tsx';
import { mayOpen } from '../session/access.ts';
import { loginQuery } from '../session/leaving.ts';
import { isClosed, MAINTENANCE_PAGE } from '../session/maintenance.ts';
import { grantedWords, permissionSlice, readPerson, whoIs } from '../session/session.ts';
import { wouldLose } from '../state/unsaved.ts';
import { loadTexts } from '../texts/texts.ts';
import { wiring } from '../wiring.ts';
import { addStaffPages, isOfStaff } from './add-staff-pages.ts';
import type { OwnedPage } from './join-pages.ts';
import type { Page } from './pages.ts';
import type { Title } from './title.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Title;
    page?: Page;
  }
}

const HOME = '/dashboard';
const LOGIN = '/login';
/** Pages only for people who are not signed in. */
const SIGNED_OUT_ONLY = [LOGIN, '/registration'];

/** Within the frame for whom is signed in, so that menu and search are at hand. */
function Lost() {
  return readPerson() ? (
    <Suspense>
      <FramedNotFound />
    </Suspense>
  ) : (
    <NotFoundScreen />
  );
}

const FramedNotFound = lazy(async () => {
  const { AppFrame } = await loadChunk(() => import('../layout/app-frame.tsx'));
  return {
    default: () => (
      <AppFrame>
        <NotFoundScreen />
      </AppFrame>
    ),
  };
});

/** Throws if the visitor may not see the page. */
function guard(page: Page, address: string) {
  const person = readPerson();
  if (page.who.includes('public')) {
    if (person && SIGNED_OUT_ONLY.includes(page.path)) throw redirect({ to: HOME });
    return;
  }
  if (!person) {
    throw redirect({ to: LOGIN, search: loginQuery(address === HOME ? null : address) as never });
  }
  const visitor = { who: whoIs(person.role), words: grantedWords(permissionSlice.read()) };
  if (!mayOpen(page, wiring().menu, visitor)) throw notFound();
}

/** A screen whose code is fetched when it is first opened, or hovered over; its domain's texts come beside the code. */
function lazyScreen({ load, domain, texts = [], consumerTexts = [] }: OwnedPage) {
  return lazyRouteComponent(async () => {
    const own = [...(domain ? [domain] : []), ...texts, ...(isOfStaff() ? [] : consumerTexts)];
    const [Screen] = await Promise.all([loadChunk(load), ...own.map(loadTexts)]);
    const screen = () => {
      useEffect(pressEarly, []);
      return <Screen />;
    };
    return { screen };
  }, 'screen');
}

const ownScreens: OwnedPage[] = [
  {
    path: '/error',
    title: { en: 'Error', bn: 'ত্রুটি' },
    area: 'errors',
    who: ['public'],
    layout: 'bare',
    load: async () => Lost,
  },
  {
    path: MAINTENANCE_PAGE,
    title: { en: 'Maintenance', bn: 'রক্ষণাবেক্ষণ' },
    area: 'errors',
    who: ['public'],
    layout: 'bare',
    load: () => import('../layout/screens/maintenance-screen.tsx').then((file) => file.MaintenanceScreen),
  },
];

/** Query texts as they are in the address. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}

/** The routes of all pages that are known by now. @param onMore called when more became known */
function buildRoutes(onMore: () => void) {
  const root = createRootRoute({
    component: Root,
    notFoundComponent: Lost,
    errorComponent: SlowInternetScreen,
    beforeLoad: async ({ location, matches }) => {
      if (isClosed(location.pathname)) throw redirect({ to: MAINTENANCE_PAGE });
      const isUnknown = matches.length === 1;
      if ((isUnknown || isOfStaff()) && (await addStaffPages())) {
        onMore();
        // The same address once more, with the routes that are known now.
        const { pathname: to, search, hash } = location;
        throw redirect({ to, search: search as never, hash, replace: true });
      }
    },
  });
  const frame = createRoute({
    getParentRoute: () => root,
    id: 'frame',
    component: lazyRouteComponent(() => loadChunk(() => import('../layout/app-frame.tsx')), 'AppFrame'),
    errorComponent: ErrorScreen,
  });
  const routeOf = (page: OwnedPage, parent: typeof root | typeof frame) =>
    createRoute({
      getParentRoute: () => parent as typeof root,
      path: page.path,
      component: lazyScreen(page),
      errorComponent: ErrorScreen,
      // In the page's place: the frame around it stays.
      notFoundComponent: NotFoundScreen,
      staticData: { title: page.title, page },
      beforeLoad: ({ location }) => guard(page, `${location.pathname}${stringifySearch(location.search)}`),
    });
  const pages = [...ownScreens, ...wiring().pages];
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: HOME });
    },
  });
  const bare = pages.filter((page) => page.layout === 'bare').map((page) => routeOf(page, root));
  const framed = pages.filter((page) => page.layout !== 'bare').map((page) => routeOf(page, frame));
  return root.addChildren([start, ...bare, frame.addChildren(framed)]);
}

/** Builds the router of all pages. @param given of the first view, which the server draws */
export function buildRouter(given: { history?: RouterHistory; scrollRestoration?: boolean } = {}) {
  const addRoutes = () => router.update({ ...router.options, routeTree: buildRoutes(addRoutes) });
  const router = createRouter({
    routeTree: buildRoutes(addRoutes),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    scrollRestoration: given.scrollRestoration ?? true,
    notFoundMode: 'root',
    // What fails above the pages is for the boundary in app.tsx: the library's own page is in one language.
    disableGlobalCatchBoundary: true,
    defaultPendingMs: 200,
    ...(given.history ? { history: given.history } : {}),
  });
  return router;
}

/** Rights that were given or taken count for the page that is open too; one that holds changes stays until it is left. */
export function followRights(router: AppRouter) {
  const rights = () => grantedWords(permissionSlice.read());
  let before = rights();
  const follow = () => {
    const now = rights();
    const isSame = now.size === before.size && [...now].every((word) => before.has(word));
    before = now;
    if (!isSame && readPerson() && !wouldLose()) void router.invalidate();
  };
  permissionSlice.subscribe(follow);
}

/** Maintenance begins or ends while a page is open; one that holds changes stays, and its calls are refused. */
export function followMaintenance(router: AppRouter) {
  let before = webConfig().maintenance;
  onConfig(() => {
    const now = webConfig().maintenance;
    if (now !== before && !wouldLose()) void router.invalidate();
    before = now;
  });
}

export type AppRouter = ReturnType<typeof buildRouter>;
