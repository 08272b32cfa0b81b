/** The face of the dashboard: figures, badges, the global search. */
import { badges } from '#platform/badges.ts';
import type { DomainFace } from '#platform/face.ts';
import { searchSources } from '#platform/search-sources.ts';
import { mainActs, workQueues } from '#platform/work-queues.ts';
import * as dashboard from './contract.ts';
import { routes } from './routes.ts';
import * as search from './search/contract.ts';
import * as work from './work/contract.ts';

const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;

export const face: DomainFace = {
  name: 'dashboard',
  contracts: [dashboard, search, work],
  routes: (_platform, { all }) => {
    const sources = all(searchSources).flat().toSorted(byOrder);
    const queues = all(workQueues).flat().toSorted(byOrder);
    const acts = all(mainActs).flat().toSorted(byOrder);
    return routes({ badges: all(badges), sources, queues, acts });
  },
};
