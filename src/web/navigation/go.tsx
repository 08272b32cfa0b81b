/** Moving between screens: the router's types know no list of pages here, so these few calls stand for it. */
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { useCallback } from 'react';

export type QueryValue = string | number | undefined | null;
export type GoQuery = Readonly<Record<string, QueryValue>>;

/** Query values as texts; undefined, null and empty ones are left out. */
export function asSearch(query: GoQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}

/** `go('/sector', { page: 1 })` */
export function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (path: string, query: GoQuery = {}, options: { replace?: boolean } = {}) =>
      navigate({ to: path, search: asSearch(query), replace: options.replace ?? false } as never),
    [navigate],
  );
}

/** Goes to a whole address of the product: `/sector?page=2`. */
export function useGoAddress() {
  const router = useRouter();
  return useCallback((address: string) => router.history.push(address), [router]);
}

type GoLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  to: string;
  query?: GoQuery;
  /** exact: the link is to what is shown only if the queries are the same, not if the address has more in its own. */
  activeOptions?: { exact: boolean };
};

/** A link within the product. */
export function GoLink({ to, query = {}, ...rest }: GoLinkProps) {
  const target = { to, search: asSearch(query) } as { to: string };
  return <Link {...rest} {...target} />;
}

/** What is behind # in the address: the secret of a link. A browser sends it to no server, so that no log has it. */
export function useSecretOfLink(): string {
  return useRouterState({ select: ({ location }) => location.hash });
}

/** The current path. */
export function usePath(): string {
  return useRouterState({ select: (state) => state.location.pathname });
}

/** Asks whether the page of a path is shown; while it is loading, the one before still is. */
export function useHasArrived(): (path: string) => boolean {
  const router = useRouter();
  return useCallback(
    (path) => router.state.status === 'idle' && router.state.resolvedLocation?.pathname === path,
    [router],
  );
}

type Standing = { pathname: string; search: object };
type Whereabouts = { location: Standing; matches: readonly Standing[] };

/** The address of the page that is shown: while another one is loading, the address is that one's already. */
function standing({ location, matches }: Whereabouts): Standing {
  const page = matches.at(-1);
  return !page || page.pathname === location.pathname ? location : page;
}

/** The path of the page that is shown. */
export function usePagePath(): string {
  return useRouterState({ select: (state) => standing(state).pathname });
}

/**
 * The query of the page that is shown, as texts: a page that is being left does not take the next one's for its own.
 */
export function useUrlQuery(): Record<string, string> {
  return useRouterState({ select: (state) => standing(state).search as Record<string, string> });
}

/** Asks whether the shown page is being left: somebody has pressed a link, and the other page is still loading. */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return useCallback(() => {
    const { location, matches } = router.state;
    return standing({ location, matches }).pathname !== location.pathname;
  }, [router]);
}

/** The value of `$id` (or another `$name`) of the current page's path. */
export function usePathParam(name = 'id'): string {
  return useRouterState({
    select: (state) =>
      String((state.matches.at(-1)?.params as Record<string, string> | undefined)?.[name] ?? ''),
  });
}
