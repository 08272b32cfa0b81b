/** The face of ownership. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import * as contract from './contract.ts';
import { ownershipNames } from './record-names.ts';
import { routes } from './routes.ts';

export const face: DomainFace = {
  name: 'ownership',
  contracts: [contract],
  routes,
  plugs: [plug(recordNames, ownershipNames)],
};
