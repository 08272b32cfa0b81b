/** Each desk of the planning authority has its officer; one of them will be on leave. */
import { delegateDesk } from '#domains/applications/noc/actions/delegate-desk.ts';
import { setDesk } from '#domains/applications/noc/actions/set-desk.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type DemoLogin, STAND_IN } from './logins.ts';
import type { Story } from './story.ts';

type DemoDesk = {
  roleCode: DemoLogin['role'];
  name: string;
  position: number;
  active: boolean;
  version: number;
};

export async function manDesks({ db, at, today }: Story): Promise<void> {
  await transaction(db, async (tx) => {
    const desks = await all<DemoDesk>(
      tx,
      sql`select role_code as "roleCode", name, position, active, version from applications.desks order by position`,
    );
    const admin = at('admin', today);
    for (const desk of desks) {
      const officerId = String(at(desk.roleCode, today).userId);
      await setDesk(tx, admin, { ...desk, officerId });
    }
    await goOnLeave(tx, at('rajukPM', today));
  });
}

/** From the day after tomorrow on somebody else decides in the place of the project manager. */
async function goOnLeave(tx: Tx, officer: Actor): Promise<void> {
  const desk = await one<{ deskId: string; version: number; deputyId: string }>(
    tx,
    sql`select d.id as "deskId", d.version, u.id as "deputyId" from applications.desks d, identity.users u
      where d.officer_id = ${officer.userId} and u.email = ${STAND_IN}`,
  );
  const firstDay = addDays(officer.today, 2);
  await delegateDesk(tx, officer, {
    ...{ ...desk, firstDay, lastDay: addDays(firstDay, 6), reason: 'Annual leave' },
  });
}
