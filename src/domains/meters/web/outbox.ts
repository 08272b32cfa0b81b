/** What of meters a reader's phone keeps until it has a network. */
import type { Way } from '#web/outbox/way.ts';

export const READING_TAKEN = 'meters.reading';
export const READING_MISSING = 'meters.not-read';
export const READING_PHOTO = 'meters.reading-photo';

const visits = () => import('../visits/contract.ts');

export const ways: readonly Way[] = [
  {
    name: READING_TAKEN,
    title: { en: 'Reading of a meter', bn: 'মিটারের রিডিং' },
    endpoint: async () => (await import('../readings/contract.ts')).captureReading,
  },
  {
    name: READING_MISSING,
    title: { en: 'Meter that could not be read', bn: 'যে মিটার পড়া যায়নি' },
    endpoint: async () => (await visits()).noteUnread,
  },
  {
    name: READING_PHOTO,
    title: { en: 'Photo of a meter', bn: 'মিটারের ছবি' },
    endpoint: async () => (await visits()).addVisitPhoto,
  },
];
