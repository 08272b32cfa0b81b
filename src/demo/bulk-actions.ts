/** A bulk action of each person who uses them: applications that had moved on before, so that the town stays as it is. */
import { applicationsInBulk } from '#domains/applications/bulk/bulk-part.ts';
import { startJob } from '#domains/bulk/actions/start-job.ts';
import { workJob } from '#domains/bulk/actions/work-job.ts';
import { offeredBy } from '#domains/bulk/offered.ts';
import { all, sql, transaction } from '#platform/database/db.ts';
import { markNoticesRead } from '#platform/messages/inbox.ts';
import type { BuiltInRole } from '#shared/permissions.ts';
import type { Story } from './story.ts';

const ACTIONS: Partial<Record<Exclude<BuiltInRole, 'consumer'>, string>> = {
  admin: 'applications.accept',
  reviewer: 'applications.accept',
  engineer: 'applications.approve-survey',
  rajukSAE: 'applications.noc-approve',
  rajukAE: 'applications.noc-approve',
  rajukPM: 'applications.noc-approve',
  rajukPD: 'applications.noc-approve',
};
const RECORDS = 4;

export async function actInBulk({ db, clock, at, today }: Story): Promise<void> {
  const offered = offeredBy([applicationsInBulk]);
  const items = await all<{ id: string; version: number }>(
    db,
    sql`select id, version from applications.applications
      where state in ('READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED') and archived_at is null
      order by submitted_at, id limit ${RECORDS}`,
  );
  for (const [role, action] of Object.entries(ACTIONS)) {
    const actor = at(role as 'reviewer', today);
    const asked = { action, told: {}, items, leftOut: [] };
    const { id } = await transaction(db, (tx) => startJob(tx, actor, offered, asked));
    await workJob({ db, clock, offered, constraints: new Map() }, id);
    await transaction(db, (tx) => markNoticesRead(tx, actor));
  }
}
