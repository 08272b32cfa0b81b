/** The face of papers: the codes on papers and the public page that confirms them. */
import type { DomainFace } from '#platform/face.ts';
import * as papers from './contract.ts';
import { paperKinds } from './points.ts';
import { routes } from './routes.ts';

export const face: DomainFace = {
  name: 'papers',
  contracts: [papers],
  routes: (platform, { all }) => routes(platform, all(paperKinds)),
};
