/** Each desk of the planning authority has its officer and what it checks; one officer will be on leave, and gave an application away. */
import { delegateDesk } from '#domains/applications/noc/actions/delegate-desk.ts';
import { forwardNoc } from '#domains/applications/noc/actions/forward-noc.ts';
import { saveChecks } from '#domains/applications/noc/actions/save-checks.ts';
import { setDesk } from '#domains/applications/noc/actions/set-desk.ts';
import type { NewCheck } from '#domains/applications/noc/checks/check.schema.ts';
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

const text = (en: string, bn: string, required = true): NewCheck => ({ en, bn, required });
const paper = (documentKind: NewCheck['documentKind']): NewCheck => ({
  ...{ documentKind, en: '', bn: '', required: true },
});
/** The last desk reads what the others checked. */
const CHECKS: Partial<Record<DemoLogin['role'], NewCheck[]>> = {
  rajukSAE: [
    paper('allotment_letter'),
    paper('deed_paper'),
    text('The plot is in the approved layout', 'প্লটটি অনুমোদিত নকশায় আছে'),
    text('The owner has no dues at RAJUK', 'রাজউকে মালিকের বকেয়া নেই', false),
  ],
  rajukAE: [text('The building plan is approved', 'ভবনের নকশা অনুমোদিত'), paper('mutation_paper')],
  rajukPM: [text('No objection of other departments', 'অন্য বিভাগের আপত্তি নেই')],
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
      const checks = CHECKS[desk.roleCode];
      await setDesk(tx, admin, { ...desk, officerId, ...(checks ? { checks } : {}) });
    }
    await checkSome(tx, at('rajukSAE', today));
    await forwardOne(tx, at('rajukPM', today));
    await goOnLeave(tx, at('rajukPM', today));
  });
}

type AtDesk = { applicationId: string; version: number; deskId: string };

const waitingAt = (tx: Tx, { userId }: Actor) =>
  all<AtDesk>(
    tx,
    sql`select a.id as "applicationId", a.version, d.id as "deskId" from applications.noc_steps s
      join applications.desks d on d.id = s.desk_id join applications.applications a on a.id = s.application_id
      where s.state = 'OPEN' and d.officer_id = ${userId} and a.state = 'WAITING_FOR_REVIEW' and a.overlay is null
      order by a.submitted_at, a.id`,
  );

/** One application is checked through, of another one a part. */
async function checkSome(tx: Tx, officer: Actor): Promise<void> {
  const [whole, partly] = await waitingAt(tx, officer);
  if (!whole || !partly) return;
  const items = await all<{ itemId: string }>(
    tx,
    sql`select id as "itemId" from applications.desk_checks where desk_id = ${whole.deskId} and retired_at is null
      order by position`,
  );
  const checks = items.map(({ itemId }) => ({ itemId, checked: true, remark: '' }));
  await saveChecks(tx, officer, { ...whole, checks });
  const missing = { checked: false, remark: 'The deed is being registered; a certified copy is there.' };
  const some = checks.slice(0, 2).map((check, index) => (index === 0 ? check : { ...check, ...missing }));
  await saveChecks(tx, officer, { ...partly, checks: some });
}

async function forwardOne(tx: Tx, officer: Actor): Promise<void> {
  const [application] = await waitingAt(tx, officer);
  if (!application) return;
  const { id } = await one<{ id: string }>(tx, sql`select id from identity.users where email = ${STAND_IN}`);
  await forwardNoc(tx, officer, {
    ...{ ...application, officerId: id, remark: 'Knows the plot from the application of the neighbour.' },
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
