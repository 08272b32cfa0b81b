/**
 * Header of every answer to a signed-in person: changes when their role, or what the role may, changes. The browser that
 * sees another one than before loads menu and rights again (web/layout/profile-state.ts).
 */
export const RIGHTS_HEADER = 'x-rights';
