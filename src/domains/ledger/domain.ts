/** The face of the ledger: journals and periods, which other domains post and close. No calls of its own yet. */
import type { DomainFace } from '#platform/face.ts';
import * as ledger from './contract.ts';

export const face: DomainFace = { name: 'ledger', contracts: [ledger], routes: () => [] };
