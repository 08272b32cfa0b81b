/** The face of roles: who may do what. */
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import * as roles from './contract.ts';
import { countPeople, lockPeople, workByWord } from './points.ts';
import { roleNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundRoles } from './search.ts';

export const face: DomainFace = {
  name: 'roles',
  contracts: [roles],
  routes: (_platform, { only, all, words }) =>
    routes({
      peopleOf: only(countPeople),
      words,
      atWork: { lockPeople: only(lockPeople), workByWord: all(workByWord) },
    }),
  plugs: [plug(recordNames, roleNames), plug(searchSources, foundRoles)],
};
