/** The address after signing in: the page that was asked for, never another site (G46). */
const HOME = '/dashboard';

/** @param origin the program's own; an address that a browser would read as another one is not followed */
export function nextAddress(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return HOME;
  const { origin: to, pathname, search, hash } = new URL(next, origin);
  if (to !== origin || pathname.startsWith('//') || pathname === '/login') return HOME;
  return `${pathname}${search}${hash}`;
}
