/** The parts as they are in the row, and checked as they must be to be submitted. */
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { fieldErrors } from '#platform/http/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { partOpenTo } from '../pipeline/visible.ts';
import {
  type Applicant,
  applicantSchema,
  type Building,
  birthProblems,
  buildingSchema,
  type DraftParts,
  type Owner,
  ownerSchema,
  type Plumber,
  plumberSchema,
} from './parts.rules.ts';

export type WholeParts = {
  applicant: Applicant;
  owner: Owner | null;
  plumber: Plumber | null;
  building: Building;
};

export async function readParts(tx: Db | Tx, applicationId: string): Promise<DraftParts> {
  return one(
    tx,
    sql`select applicant, owner, plumber, building from applications.applications
      where id = ${applicationId}`,
  );
}

/** The parts as the actor may see them, of an application that is visible already. */
export async function shownParts(db: Db | Tx, actor: Actor, applicationId: string): Promise<DraftParts> {
  return one(
    db,
    sql`select ${partOpenTo(actor, sql`a.applicant`)} as applicant, ${partOpenTo(actor, sql`a.owner`)} as owner,
        a.plumber, a.building
      from applications.applications a where a.id = ${applicationId}`,
  );
}

type Checked = { whole: WholeParts | null; problems: FieldError[] };

/** A draft as it must be to be submitted today. */
export function checkDraft(draft: DraftParts, today: string): Checked {
  const { whole, problems } = checkParts(draft);
  const born = birthProblems(draft.applicant, today).map((problem) => ({
    ...problem,
    path: `applicant.${problem.path}`,
  }));
  return { whole: born.length > 0 ? null : whole, problems: [...problems, ...born] };
}

/** The checked parts, or what is still missing or wrong with them. */
export function checkParts(draft: DraftParts): Checked {
  const given = Object.values(draft.plumber).some((value) => value !== null && value !== '');
  const applicant = applicantSchema.safeParse(withoutNulls(draft.applicant));
  const owner = draft.applicant.isOwner === false ? ownerSchema.safeParse(withoutNulls(draft.owner)) : null;
  const plumber = given ? plumberSchema.safeParse(withoutNulls(draft.plumber)) : null;
  const building = buildingSchema.safeParse(withoutNulls(draft.building));
  const problems = Object.entries({ applicant, owner, plumber, building }).flatMap(([part, result]) =>
    result && !result.success ? fieldErrors(result.error, [part]) : [],
  );
  if (!applicant.success || !building.success || owner?.success === false || plumber?.success === false) {
    return { whole: null, problems };
  }
  return {
    whole: {
      applicant: applicant.data,
      owner: owner?.data ?? null,
      plumber: plumber?.data ?? null,
      building: building.data,
    },
    problems: [],
  };
}

/** A field that was emptied is a field that is missing. */
function withoutNulls(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null && value !== ''));
}
