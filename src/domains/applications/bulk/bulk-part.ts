/**
 * What can be done to many applications at once. Each act is the single step: its function, its guards, its version. Whether it can be
 * done is asked of the transition table, as for the buttons of one application.
 */
import { z } from 'zod';
import type { BulkAction, BulkPart, LookedAt, Told } from '#domains/bulk/points.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { canWork } from '#platform/words/work-words.ts';
import { daySchema } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { minor } from '#shared/money.ts';
import type { Permission } from '#shared/permissions.ts';
import { joinNames, type Name } from '#shared/words.ts';
import { type Action, type Facts, refusalOf, STATES, TRANSITIONS } from '../application.rules.ts';
import { errors, listApplications, listArchived, optionalRemark, remarkSchema } from '../contract.ts';
import { totalsToIssue } from '../demand-note/note-to-issue.ts';
import { listDrafts } from '../intake/contract.ts';
import { draftList } from '../intake/queries.ts';
import { listSurveyMaterials } from '../materials/contract.ts';
import { surveyMaterialList } from '../materials/queries.ts';
import * as bengali from '../names/bn.rules.ts';
import * as bengaliStaff from '../names/bn-staff.rules.ts';
import * as english from '../names/en.rules.ts';
import * as englishStaff from '../names/en-staff.rules.ts';
import { decideNoc } from '../noc/actions/decide-noc.ts';
import { remindDesk } from '../noc/actions/remind-desk.ts';
import { listNoc } from '../noc/contract.ts';
import { nocList } from '../noc/queries.ts';
import { assignUser } from '../pipeline/actions/assign-user.ts';
import { resumeApplication, setOverlay } from '../pipeline/actions/set-overlay.ts';
import { updateState } from '../pipeline/actions/update-state.ts';
import { lockFacts, readManyFacts, type Subject, whoIs } from '../pipeline/load-facts.ts';
import { applicationList, archivedList } from '../queries.ts';
import { acceptApplication } from '../review/actions/accept-application.ts';

type Refusal = keyof typeof errors;
type Step = { applicationId: string; version: number };
type Seen = { sumMinor?: number | undefined };

type Act<S extends z.ZodObject> = {
  name: string;
  title: Name;
  action: Action;
  told: S;
  /** What the dialog says beside the transition table; the step refuses it by itself. */
  also?: (db: Db | Tx, told: Partial<z.output<S>>) => Promise<(facts: Subject) => Refusal | undefined>;
  /** What each comes to, by its id: what the person agrees to. */
  sums?: (db: Db | Tx, actor: Actor, ids: readonly string[]) => Promise<Map<string, number>>;
  take: (tx: Tx, actor: Actor, step: Step, told: z.output<S>, seen: Seen) => Promise<unknown>;
};

function bulkAction<S extends z.ZodObject>({
  name,
  title,
  action,
  told,
  also,
  sums,
  take,
}: Act<S>): BulkAction {
  const refusals = async (db: Db | Tx, actor: Actor, given: Told) => {
    const further = await also?.(db, given as Partial<z.output<S>>);
    return (facts: Subject): string | undefined => {
      const refusal = refusalOf(action, facts as Facts, whoIs(actor)) ?? further?.(facts);
      if (!refusal) return undefined;
      return refusal === 'not_permitted' ? 'common.not_permitted' : errors[refusal].code;
    };
  };
  return {
    name,
    title,
    permissions: TRANSITIONS[action].permissions as readonly Permission[],
    told,
    pathOf: (actor, id) =>
      actor.role.startsWith('rajuk') ? `/noc-from-rajuk?id=${id}` : `/all-new-connections/${id}`,
    look: async (db, actor, ids, given) => {
      const [found, refusal] = [await readManyFacts(db, actor, ids), await refusals(db, actor, given)];
      const comesTo = await sums?.(db, actor, ids);
      return found.map((facts): LookedAt => {
        const { id, version, number, applicantName } = facts;
        const code = refusal(facts);
        const sum = comesTo?.get(id);
        return {
          ...{ id, version, label: number ?? applicantName, refusal: code ? { code } : null },
          ...(sum === undefined ? {} : { sumMinor: minor(sum) }),
        };
      });
    },
    take: (tx, actor, { id, version, sumMinor }, given) =>
      take(tx, actor, { applicationId: id, version }, told.parse(given) as z.output<S>, { sumMinor }),
  };
}

const remark = z.object({ remark: optionalRemark });
const neededRemark = z.object({ remark: remarkSchema });
const noTold = z.object({});

/** Approved unseen are only those of which all is checked, with all papers, none of them returned (screens §2.11: all checks green). */
function notGreen(facts: Subject): Refusal | undefined {
  if (facts.openChecks > 0) return 'checks_open';
  if (facts.missingDocuments > 0) return 'documents_missing';
  return facts.returnedDocuments > 0 ? 'documents_returned' : undefined;
}

/** What the single step refuses is named before the papers, as in the dialog. */
async function approveGreen(tx: Tx, actor: Actor, step: Step & { remark?: string | undefined }) {
  const wrong = notGreen(await lockFacts(tx, actor, step.applicationId));
  const answer = await decideNoc(tx, actor, { ...step, decision: 'approve' });
  if (wrong) throw fail(errors[wrong]);
  return answer;
}

/** Who is chosen may do the work of the state that the application is in; asked once for all of them. */
async function workerMay(db: Db | Tx, { userId }: { userId?: string }) {
  if (!userId) return () => undefined;
  const words = await all<{ word: string }>(
    db,
    sql`select p.permission as word from identity.users u join roles.roles r on r.id = u.role_id
        left join roles.role_permissions p on p.role_id = r.id
      where u.id = ${userId} and u.status = 'active' and r.status = 'active' and u.consumer_id is null and r.code <> 'admin'
      union all select 'admin' from identity.users u join roles.roles r on r.id = u.role_id
      where u.id = ${userId} and u.status = 'active' and r.code = 'admin'`,
  );
  const known = new Set(words.map(({ word }) => word));
  return ({ state }: Subject) => {
    const { work } = STATES[state];
    return known.has('admin') || (work && canWork(known, work)) ? undefined : ('assignee_may_not' as const);
  };
}

const actions: BulkAction[] = [
  bulkAction({
    name: 'applications.accept',
    title: ['Accept', 'গ্রহণ করুন'],
    action: 'accept',
    told: remark,
    take: (tx, actor, step, told) => acceptApplication(tx, actor, { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.assign',
    title: ['Assign', 'দায়িত্ব দিন'],
    action: 'assign',
    told: z.object({ userId: z.uuid(), remark: optionalRemark, visitOn: daySchema.optional() }),
    also: workerMay,
    take: (tx, actor, step, told) => assignUser(tx, actor, { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.noc-approve',
    title: ['Approve', 'অনুমোদন দিন'],
    action: 'noc-approve',
    told: remark,
    also: async () => notGreen,
    take: (tx, actor, step, told) => approveGreen(tx, actor, { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.noc-remind',
    title: ['Remind the desks', 'ডেস্কগুলোকে তাগিদ দিন'],
    action: 'noc-remind',
    told: remark,
    take: (tx, actor, step, told) => remindDesk(tx, actor, { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.approve-survey',
    title: ['Approve surveys', 'জরিপ অনুমোদন দিন'],
    action: 'approve-survey',
    told: noTold,
    sums: totalsToIssue,
    take: (tx, actor, step, _told, { sumMinor }) =>
      updateState(tx, actor, { ...step, action: 'approve-survey', shared: false, totalMinor: sumMinor }),
  }),
  bulkAction({
    name: 'applications.confirm-installation',
    title: ['Confirm installations', 'মিটার স্থাপন নিশ্চিত করুন'],
    action: 'confirm-installation',
    told: noTold,
    take: (tx, actor, step) =>
      updateState(tx, actor, { ...step, action: 'confirm-installation', shared: false }),
  }),
  bulkAction({
    name: 'applications.hold',
    title: ['Put on hold', 'স্থগিত রাখুন'],
    action: 'hold',
    told: neededRemark,
    take: (tx, actor, step, told) => setOverlay(tx, actor, 'hold', { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.resume',
    title: ['Resume', 'আবার চালু করুন'],
    action: 'resume',
    told: neededRemark,
    take: (tx, actor, step, told) => resumeApplication(tx, actor, { ...step, ...told }),
  }),
  bulkAction({
    name: 'applications.archive',
    title: ['Archive', 'সংরক্ষণাগারে রাখুন'],
    action: 'archive',
    told: remark,
    take: (tx, actor, step, told) =>
      updateState(tx, actor, { ...step, ...told, action: 'archive', shared: false }),
  }),
  bulkAction({
    name: 'applications.restore',
    title: ['Restore', 'ফিরিয়ে আনুন'],
    action: 'restore',
    told: noTold,
    take: (tx, actor, step) => updateState(tx, actor, { ...step, action: 'restore', shared: false }),
  }),
];

const coded = (names: Record<string, Name>) =>
  Object.fromEntries(Object.entries(names).map(([what, name]) => [`applications.${what}`, name]));

export const applicationsInBulk: BulkPart = {
  actions,
  lists: [
    {
      path: listApplications.path,
      permission: 'applications:view',
      query: listApplications.query,
      list: applicationList,
    },
    {
      path: listArchived.path,
      permission: 'applications:view',
      query: listArchived.query,
      list: archivedList,
    },
    {
      path: listSurveyMaterials.path,
      permission: 'applications:view',
      query: listSurveyMaterials.query,
      list: surveyMaterialList,
    },
    { path: listDrafts.path, permission: 'applications:view', query: listDrafts.query, list: draftList },
    { path: listNoc.path, permission: 'noc:view', query: listNoc.query, list: nocList },
  ],
  reasons: {
    ...coded(joinNames(english.refusals, bengali.refusals)),
    ...coded(joinNames(englishStaff.refusals, bengaliStaff.refusals)),
  },
};
