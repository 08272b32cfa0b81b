/** What settings needs from domains to the right. */
import { point } from '#platform/face.ts';
import type { PlaceUse } from './places/uses.ts';
import type { ContactOf } from './senders/actions/test-sender.ts';

/** What keeps a sector, a road, a metered area or a material from being deleted. */
export const placeUses = point<PlaceUse>('settings.place-uses');
/** The address or number of a person, for tests of the senders. */
export const contactOfPerson = point<ContactOf>('settings.contact-of-person');
