/** The face of identity: accounts, sign-in, second factor, files, notices, preferences. */
import { countPeople, lockPeople } from '#domains/roles/points.ts';
import { contactOfPerson } from '#domains/settings/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import * as identity from './contract.ts';
import * as email from './email/contract.ts';
import * as uploads from './files/contract.ts';
import { jobs } from './jobs.ts';
import * as notices from './notices/contract.ts';
import { unreadCount } from './notices/queries.ts';
import * as phone from './phone/contract.ts';
import { openWork, phoneFollowers } from './points.ts';
import * as preferences from './preferences/contract.ts';
import { listsOf } from './preferences/lists.rules.ts';
import * as provider from './provider/contract.ts';
import { getProfile } from './queries.ts';
import { accountNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundUsers } from './search.ts';
import * as secondFactor from './second-factor/contract.ts';
import * as security from './security/contract.ts';
import * as session from './session/contract.ts';
import { makeTokens } from './tokens.ts';
import { lockPeopleOf } from './users/actions/hold-account.ts';
import * as users from './users/contract.ts';
import { peopleOf } from './users/queries.ts';

export const face: DomainFace = {
  name: 'identity',
  contracts: [
    identity,
    session,
    email,
    phone,
    users,
    secondFactor,
    provider,
    security,
    preferences,
    notices,
    uploads,
  ],
  routes: (platform, { all, endpoints }) =>
    routes(
      { tokens: makeTokens(platform.secrets), secrets: platform.secrets },
      { ...platform, openWork: all(openWork), phoneFollowers: all(phoneFollowers) },
      listsOf(endpoints),
    ),
  jobs,
  plugs: [
    plug(badges, async (db, actor) => ({ notice_count: { item_count: await unreadCount(db, actor) } })),
    plug(recordNames, accountNames),
    plug(searchSources, foundUsers),
    plug(contactOfPerson, (db, actor) => getProfile(db, String(actor.userId))),
    plug(countPeople, peopleOf),
    plug(lockPeople, lockPeopleOf),
  ],
};
