/** During maintenance only who has that permission is served: all others get the maintenance page. */
import { MAINTENANCE_PERMISSION } from '#shared/permissions.ts';
import { webConfig } from '../config.ts';
import { grantedWords, permissionSlice, readPerson } from './session.ts';

export const MAINTENANCE_PAGE = '/maintenance';

/** By which people get in who may work during maintenance; the set-up, before anybody has an account. */
const OPEN = [MAINTENANCE_PAGE, '/login', '/login/provider', '/user/choose-password', '/setup'];

export function worksInMaintenance(): boolean {
  return readPerson() !== null && grantedWords(permissionSlice.read()).has(MAINTENANCE_PERMISSION);
}

/** True if the maintenance page is shown in the place of this one. */
export function isClosed(path: string): boolean {
  return webConfig().maintenance && !OPEN.includes(path) && !worksInMaintenance();
}
