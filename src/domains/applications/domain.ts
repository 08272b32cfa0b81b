/** The face of applications: from intake to the installed meter. */
import { bulkParts } from '#domains/bulk/points.ts';
import { holders } from '#domains/consumers/points.ts';
import { openWork } from '#domains/identity/points.ts';
import { paperKinds } from '#domains/papers/points.ts';
import { workByWord } from '#domains/roles/points.ts';
import { placeUses } from '#domains/settings/points.ts';
import { badges } from '#platform/badges.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { mainActs, workQueues } from '#platform/work-queues.ts';
import { applicationBadges } from './badges.ts';
import * as board from './board/contract.ts';
import { applicationsInBulk } from './bulk/bulk-part.ts';
import { movingApplications, movingDesks } from './calendar/own-deadlines.ts';
import { applicationHolder } from './consumer-part.ts';
import * as applications from './contract.ts';
import * as demandNote from './demand-note/contract.ts';
import * as installation from './installation/contract.ts';
import * as intake from './intake/contract.ts';
import { jobs } from './jobs.ts';
import * as letter from './letter/contract.ts';
import * as materials from './materials/contract.ts';
import { desksByWord, desksOfOfficer } from './noc/actions/hand-over-desks.ts';
import * as noc from './noc/contract.ts';
import { desksOfRole } from './noc/desks-of-role.ts';
import * as opening from './opening/contract.ts';
import * as owners from './owners/contract.ts';
import * as papers from './papers/contract.ts';
import { applicationPapers } from './papers/kinds.ts';
import { applicationsByWord, assignedApplications } from './pipeline/actions/hand-over-applications.ts';
import { applicationUse, surveyUse } from './place-use.ts';
import { movingDeadlines } from './points.ts';
import { applicationNames } from './record-names.ts';
import * as review from './review/contract.ts';
import { routes } from './routes.ts';
import { foundApplications } from './search.ts';
import * as settings from './settings/contract.ts';
import * as survey from './survey/contract.ts';
import { applicationActs, applicationQueues } from './work-queues.ts';

export const face: DomainFace = {
  name: 'applications',
  contracts: [
    applications,
    board,
    owners,
    intake,
    opening,
    review,
    noc,
    letter,
    survey,
    materials,
    settings,
    demandNote,
    installation,
    papers,
  ],
  routes,
  jobs,
  plugs: [
    plug(badges, applicationBadges),
    plug(recordNames, applicationNames),
    plug(searchSources, foundApplications),
    plug(workQueues, applicationQueues),
    plug(mainActs, applicationActs),
    plug(bulkParts, applicationsInBulk),
    plug(movingDeadlines, movingApplications),
    plug(movingDeadlines, movingDesks),
    plug(holders, applicationHolder),
    plug(openWork, assignedApplications),
    plug(openWork, desksOfOfficer),
    plug(workByWord, applicationsByWord),
    plug(workByWord, desksByWord),
    plug(workByWord, desksOfRole),
    plug(placeUses, applicationUse),
    plug(placeUses, surveyUse),
    ...applicationPapers.map((kind) => plug(paperKinds, kind)),
  ],
};
