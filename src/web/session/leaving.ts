/** Why nobody is signed in in this tab any more, and what the login page is told of it. */
/** Why somebody comes to the login page who was signed in. */
export type Leaving = 'signed-out' | 'ended';

let why: Leaving | null = null;

export function noteLeaving(cause: Leaving) {
  why = cause;
}

/**
 * Whose session ended by itself is told so, and comes back to the page after signing in again. Who presses a link in that
 * moment is told it too.
 * @param next address of the page to come back to; null for the start page
 */
export function loginQuery(next: string | null): { ended?: string; next?: string } {
  return { ...(why === 'ended' ? { ended: '1' } : {}), ...(next ? { next } : {}) };
}
