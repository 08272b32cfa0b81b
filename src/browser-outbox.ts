/** How each domain's unsent entries are sent: one chunk, loaded with the outbox of staff. */
import type { Way } from '#web/outbox/way.ts';

const ways = import.meta.glob<readonly Way[]>('./domains/*/web/outbox.ts', { import: 'ways', eager: true });

export const allWays: readonly Way[] = Object.values(ways).flat();
