/** One program for all tests of a run: set up like a utility of its own, with a member of staff for every role. */
import { test as base } from '@playwright/test';
import { DEMO_PASSWORD, STAFF } from '#app/demo/logins.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { runSetup } from '#domains/settings/contract.ts';
import { systemActor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { type Program, startProgram } from './program.ts';
import { today } from './today.ts';

export const PASSWORD = DEMO_PASSWORD;
export type Role = (typeof STAFF)[number]['role'];

export function loginOf(role: Role): { login: string; password: string } {
  const login = STAFF.find((person) => person.role === role)?.email ?? '';
  return { login, password: PASSWORD };
}

export const test = base.extend<object, { town: Program }>({
  town: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const program = await startProgram();
      try {
        await setUp(program);
        await hire(program);
        await use(program);
      } finally {
        await program.stop();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** What the wizard sends (set-up.e2e.ts goes through its screens). */
async function setUp({ url, setupLink }: Program): Promise<void> {
  const [admin] = STAFF;
  const answer = await fetch(`${url}/api/${runSetup.service}${runSetup.path}`, {
    method: runSetup.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      token: new URL(setupLink).hash.slice(1),
      language: 'en',
      utility: {
        nameEn: 'Purbachal Water',
        nameBn: 'পূর্বাচল পানি',
        addressEn: 'Sector 1',
        addressBn: 'সেক্টর ১',
      },
      admin: { name: admin?.name, email: admin?.email, phone: '+8801799000001', password: PASSWORD },
      places: { from: 'sample' },
      tariff: 'dhaka-wasa',
    }),
  });
  if (!answer.ok) throw new Error(`set-up: ${answer.status} ${await answer.text()}`);
}

/** Accounts that can sign in at once: the link to choose a password is a matter of the identity suite. */
async function hire({ database }: Program): Promise<void> {
  const actor = systemActor(new Date(), today(), 'e2e');
  await transaction(database.db, async (tx) => {
    for (const [index, { role, email, name }] of STAFF.slice(1).entries()) {
      await createUser(tx, actor, {
        role,
        email,
        name,
        phone: `+88017990000${index + 10}`,
        password: PASSWORD,
      });
    }
  });
}
