/** What the register of consumers needs from domains to the right. */
import { point } from '#platform/face.ts';
import type { ConsumerParts, Holder } from './consumer-parts.ts';

/** Domains whose records name consumers. */
export const holders = point<Holder>('consumers.holders');

/** The connections of consumers. */
export const connections = point<ConsumerParts['connections']>('consumers.connections');

/** What connections of consumers owe. */
export const dues = point<ConsumerParts['dues']>('consumers.dues');
