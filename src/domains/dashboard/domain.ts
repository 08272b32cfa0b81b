/** The face of the dashboard: figures, badges, the global search. */
import { badges } from '#platform/badges.ts';
import type { DomainFace } from '#platform/face.ts';
import { searchSources } from '#platform/search-sources.ts';
import * as dashboard from './contract.ts';
import { routes } from './routes.ts';
import * as search from './search/contract.ts';

export const face: DomainFace = {
  name: 'dashboard',
  contracts: [dashboard, search],
  routes: (_platform, { all }) => {
    const sources = all(searchSources)
      .flat()
      .toSorted((a, b) => a.order - b.order);
    return routes({ badges: all(badges), sources });
  },
};
