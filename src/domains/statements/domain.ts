/** The face of statements: a consumer's bills and money in one list, from the books. It has no tables of its own. */
import type { DomainFace } from '#platform/face.ts';
import * as contract from './contract.ts';
import { routes } from './routes.ts';

export const face: DomainFace = { name: 'statements', contracts: [contract], routes };
