import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { makeVault } from '#platform/secrets/vault.ts';
import { restoreEntry } from './actions/restore-entry.ts';
import { switchMaintenance } from './actions/switch-maintenance.ts';
import { updateSettings } from './actions/update-settings.ts';
import { updateWebsite } from './actions/update-website.ts';
import { decideLimits } from './changes/actions/change-limits.ts';
import * as changes from './changes/contract.ts';
import { listLimitChanges } from './changes/queries.ts';
import * as contract from './contract.ts';
import { approveDated, planDated, withdrawDated } from './dated/actions/plan-dated.ts';
import * as history from './history/contract.ts';
import { listEntryVersions } from './history/queries.ts';
import { materialRoutes } from './materials/routes.ts';
import { placeRoutes } from './places/routes.ts';
import type { PlaceUse } from './places/uses.ts';
import { getSettings } from './queries.ts';
import { createSender, updateSender } from './senders/actions/save-sender.ts';
import { type ContactOf, testSender } from './senders/actions/test-sender.ts';
import * as senders from './senders/contract.ts';
import { getSender, getSending } from './senders/queries.ts';
import * as wallet from './wallet/contract.ts';
import { listWalletLimits, WALLET, waitingWalletLimits, walletLimitsOn } from './wallet/queries.ts';
import * as website from './website/contract.ts';
import { getMaintenance } from './website/maintenance.ts';
import { keepPicture, sendPicture } from './website/pictures.ts';
import { getWebsite } from './website/queries.ts';

/**
 * All but the set-up, which needs domains to the right: src/setup.ts binds it.
 * @param contactOf address or number of a person, for tests of the senders
 * @param uses what the domains to the right have at places and of materials
 */
export function routes(
  platform: Pick<Platform, 'secrets' | 'sending' | 'files' | 'inMaintenance'>,
  contactOf: ContactOf,
  uses: readonly PlaceUse[],
): Route[] {
  return [
    query(contract.getSettings, (db) => getSettings(db)),
    action(
      contract.updateSettings,
      (tx, actor, { body }) => updateSettings(tx, actor, body),
      (db) => getSettings(db),
    ),
    query(website.getWebsite, (db) => getWebsite(db)),
    action(
      website.updateWebsite,
      (tx, actor, { body }) => updateWebsite(tx, actor, body),
      (db) => getWebsite(db),
    ),
    special(website.addPicture, (context, { query: { kind } }) => keepPicture(platform.files, context, kind)),
    special(website.getPicture, (context, { params }) => sendPicture(context, params.id)),
    query(website.getMaintenance, async (db) => ({
      ...(await getMaintenance(db)),
      byProgram: platform.inMaintenance ?? false,
    })),
    action(
      website.updateMaintenance,
      (tx, actor, { body }) => switchMaintenance(tx, actor, body),
      (db) => getMaintenance(db),
    ),
    query(history.listEntryVersions, async (db, _actor, { query: { key } }) => ({
      items: await listEntryVersions(db, key),
    })),
    action(history.restoreEntry, (tx, actor, { body }) => restoreEntry(tx, actor, body)),
    query(changes.listLimitChanges, async (db, actor) => ({
      ...(await listLimitChanges(db, actor)),
      ...{ today: actor.today, wallet: await waitingWalletLimits(db, actor) },
      walletNow: await walletLimitsOn(db, actor.today),
    })),
    action(changes.decideLimitChange, (tx, actor, { params, body }) =>
      decideLimits(tx, actor, { ...body, id: params.id }),
    ),
    query(wallet.listWalletLimits, (db, actor) => listWalletLimits(db, actor)),
    action(wallet.planWalletLimits, (tx, actor, { body }) => planDated(tx, actor, WALLET, body)),
    action(wallet.approveWalletLimits, (tx, actor, { params, body }) =>
      approveDated(tx, actor, WALLET, { ...body, id: params.id }),
    ),
    action(wallet.withdrawWalletLimits, (tx, actor, { params, body }) =>
      withdrawDated(tx, actor, WALLET, { ...body, id: params.id }),
    ),
    ...senderRoutes(platform, contactOf),
    ...placeRoutes(uses),
    ...materialRoutes(uses),
  ];
}

function senderRoutes(
  { secrets, sending }: Pick<Platform, 'secrets' | 'sending'>,
  contactOf: ContactOf,
): Route[] {
  const keys = { vault: makeVault(secrets), sending };
  return [
    query(senders.getSending, (db, _actor, { query: { channel } }) => getSending(db, sending, channel)),
    query(senders.getEmailConfig, (db, _actor, { params }) => getSender(db, params.id)),
    action(senders.createEmailConfig, (tx, actor, { body }) => createSender(tx, actor, keys, body)),
    action(
      senders.updateEmailConfig,
      (tx, actor, { body }) => updateSender(tx, actor, keys, body),
      (db, _actor, { body }) => getSender(db, body.id),
    ),
    special(senders.testEmailConfig, ({ database, actor }, { params, body }) =>
      testSender(database.db, actor, { ...keys, contactOf }, { ...body, id: params.id }),
    ),
  ];
}
