/** What roles needs from domains to the right. */
import { point } from '#platform/face.ts';
import type { CountPeople } from './queries.ts';

/** How many accounts have each role. */
export const countPeople = point<CountPeople>('roles.count-people');
