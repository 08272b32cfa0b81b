/** The face of settings: utility, places, materials, senders, website, dated values. */

import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import { transaction } from '#platform/database/db.ts';
import { type DomainFace, plug } from '#platform/face.ts';
import { recordNames } from '#platform/record-names.ts';
import { searchSources } from '#platform/search-sources.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import { workQueues } from '#platform/work-queues.ts';
import * as changes from './changes/contract.ts';
import { limitsToDecide } from './changes/work-queue.ts';
import * as settings from './contract.ts';
import * as dated from './dated/contract.ts';
import * as history from './history/contract.ts';
import * as listImports from './imports/contract.ts';
import { listImportRoutes } from './imports/routes.ts';
import * as materials from './materials/contract.ts';
import * as places from './places/contract.ts';
import { contactOfPerson, placeUses } from './points.ts';
import { settingsNames } from './record-names.ts';
import { routes } from './routes.ts';
import { foundPlaces } from './search.ts';
import { resealSecrets } from './senders/actions/save-sender.ts';
import * as senders from './senders/contract.ts';
import * as walletLimits from './wallet/contract.ts';
import * as website from './website/contract.ts';

export const face: DomainFace = {
  name: 'settings',
  contracts: [
    ...[settings, places, materials, listImports, dated, history, senders, walletLimits, website],
    changes,
  ],
  routes: (platform, joined) => [
    ...routes(platform, joined.only(contactOfPerson), joined.all(placeUses)),
    ...listImportRoutes(platform, joined.all(placeUses)),
  ],
  prepare: async ({ database, clock, secrets }) => {
    await transaction(database.db, (tx) =>
      resealSecrets(tx, systemActor(clock.now(), today(clock)), makeVault(secrets)),
    );
  },
  plugs: [
    plug(recordNames, settingsNames),
    plug(searchSources, foundPlaces),
    plug(workQueues, [limitsToDecide]),
  ],
};
