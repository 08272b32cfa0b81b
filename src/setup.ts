/**
 * Set-up of an empty installation: what needs several domains at once. The one-time token is spent in the
 * transaction that makes the first administrator, so there is no second set-up.
 */
import { installDhakaWasa } from '#domains/billing/tariffs/actions/install-template.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import * as identity from '#domains/identity/contract.ts';
import { isWeak } from '#domains/identity/passwords.rules.ts';
import {
  issueSetupToken,
  requireSetupToken,
  spendSetupToken,
} from '#domains/settings/actions/issue-setup-token.ts';
import { updateSettings } from '#domains/settings/actions/update-settings.ts';
import * as contract from '#domains/settings/contract.ts';
import { importPlaces } from '#domains/settings/places/actions/import-places.ts';
import { chosenPlaces } from '#domains/settings/places/chosen-places.ts';
import { getSettings, setupIsOpen } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Database, type Db, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { action, query, type Route } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { DEMO_JOB, demoProgress } from './demo/start-demo-town.ts';

/** The link to print at the start of an installation nobody has an account in; undefined for any other. */
export function ensureSetupLink(
  database: Pick<Database, 'db'>,
  publicUrl: string,
): Promise<string | undefined> {
  return transaction(database.db, async (tx) => {
    if (await somebodyHasAnAccount(tx)) return undefined;
    const token = await issueSetupToken(tx);
    return token && `${publicUrl}/setup#${token}`;
  });
}

async function somebodyHasAnAccount(db: Db | Tx): Promise<boolean> {
  return (await first(db, sql`select true as found from identity.users limit 1`)) !== undefined;
}

export function setupRoutes(): Route[] {
  return [
    query(contract.getSetup, async (db) => ({
      open: (await setupIsOpen(db)) && !(await somebodyHasAnAccount(db)),
      demo: await demoProgress(db),
    })),
    action(contract.makeDemoTown, (tx, actor, { body }) => orderDemoTown(tx, actor, body.token)),
    action(contract.checkSetupPlaces, async (tx, _actor, { body }) => {
      await requireSetupToken(tx, body.token);
      const places = chosenPlaces({ from: 'list', text: body.text });
      return { sectors: places.sectors.length, roads: places.roads.length };
    }),
    action(contract.runSetup, (tx, actor, { body }) => runSetup(tx, actor, body)),
  ];
}

/** The token is spent and the job is there, or neither. */
async function orderDemoTown(tx: Tx, actor: Actor, token: string): Promise<{ done: true }> {
  await spendSetupToken(tx, actor, token);
  if (await somebodyHasAnAccount(tx)) throw fail(contract.errors.setup_closed);
  await audit(tx, actor, { action: 'demo-town.begin', object: 'demo-town', objectId: 'town' });
  await addJob(tx, DEMO_JOB, {});
  return { done: true };
}

async function runSetup(tx: Tx, actor: Actor, input: contract.SetupInput): Promise<{ done: true }> {
  await spendSetupToken(tx, actor, input.token);
  if (await somebodyHasAnAccount(tx)) throw fail(contract.errors.setup_closed);
  const { name, email, phone, password } = input.admin;
  if (isWeak(password, [name, email, phone])) {
    const { code } = identity.errors.weak_password;
    throw fail(identity.errors.weak_password, {}, [{ path: 'admin.password', code }]);
  }
  const admin = await createUser(tx, actor, { ...input.admin, role: 'admin', language: input.language });
  const { utility, version } = await getSettings(tx);
  await updateSettings(tx, actor, {
    utility: { ...utility, ...input.utility, titleSuffix: input.utility.nameEn, language: input.language },
    version,
  });
  const places = await importPlaces(tx, actor, chosenPlaces(input.places));
  if (input.tariff === 'dhaka-wasa') await installDhakaWasa(tx, actor);
  await audit(tx, actor, {
    action: 'setup.run',
    object: 'user',
    objectId: admin.id,
    after: { utility: input.utility.nameEn, ...places, tariff: input.tariff },
  });
  return { done: true };
}
