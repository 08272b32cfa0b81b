/** Holds by who has an application, for tests: putting one on hold, letting it go on, and what both say. */
import { expect } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import { getApplication, holdApplication, resumeApplication, type suspendApplication } from './contract.ts';
import type { MadeApplication } from './factory.ts';

type Call = typeof holdApplication | typeof resumeApplication | typeof suspendApplication;
const REMARK = 'The lane is closed';

export function holdBench(app: TestApp) {
  const versionOf = async (id: string) =>
    (
      await one<{ version: number }>(
        app.db,
        sql`select version from applications.applications where id = ${id}`,
      )
    ).version;
  const refusal = async (call: Call, as: Person, { id }: MadeApplication) =>
    app.codeOf(call, { as, body: { applicationId: id, version: await versionOf(id), remark: REMARK } });
  const hold = (as: Person, made: MadeApplication) => refusal(holdApplication, as, made);
  const resume = (as: Person, made: MadeApplication) => refusal(resumeApplication, as, made);
  const detail = (as: Person, { id }: MadeApplication) => app.call(getApplication, { as, params: { id } });

  /** Puts it on hold, is offered to let it go on, and does; it costs no time. */
  async function holdsAndResumes(as: Person, made: MadeApplication) {
    const { can, dueAt } = await detail(as, made);
    expect(can.hold).toEqual({ allowed: true, reason: null });
    expect(await hold(as, made)).toBeUndefined();
    const held = await detail(as, made);
    expect(held).toMatchObject({ overlay: 'HOLD', overlayReason: REMARK, dueAt: null });
    expect(held.can.resume).toEqual({ allowed: true, reason: null });
    expect(held.overlayBy).not.toBeNull();
    expect(held.resumedBy.map(({ code }) => code)).toEqual(['admin', as.role, 'reviewer'].sort());
    expect(await resume(as, made)).toBeUndefined();
    expect(await detail(as, made)).toMatchObject({ overlay: null, dueAt });
  }

  async function isRefused(as: Person, made: MadeApplication, code = 'applications.hold_not_yours') {
    expect(await hold(as, made)).toBe(code);
  }
  return { versionOf, refusal, hold, resume, detail, holdsAndResumes, isRefused };
}
