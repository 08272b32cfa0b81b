/** What identity needs from domains to the right. */
import { point } from '#platform/face.ts';
import type { PhoneFollower } from './phone/phone-follower.ts';
import type { OpenWork } from './users/open-work.ts';

/** Kinds of work that somebody who leaves hands over. */
export const openWork = point<OpenWork>('identity.open-work');

/** Records that have the phone of a consumer's account. */
export const phoneFollowers = point<PhoneFollower>('identity.phone-followers');
