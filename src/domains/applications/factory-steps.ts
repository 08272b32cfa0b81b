/**
 * Each action of the transition table as the HTTP call that does it, and what must be true before it can succeed:
 * for the tests that break one thing at a time.
 */

import { payDemandNote, reversePayment } from '#domains/payments/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { execute, one, type Sql, sql, transaction } from '#platform/database/db.ts';
import type { Endpoint, EndpointInput } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type Minor, minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import { noteRefusal } from '#test/refusals/note-refusal.ts';
import {
  type Action,
  STATE_ACTIONS,
  type State,
  type StateAction,
  TRANSITIONS,
} from './application.rules.ts';
import * as contract from './contract.ts';
import { withdrawAfterPayment } from './demand-note/contract.ts';
import { totalsToIssue } from './demand-note/note-to-issue.ts';
import { attachableIn, type MadeApplication, makeApplication, wholeParts } from './factory.ts';
import { installMeter } from './installation/contract.ts';
import * as intake from './intake/contract.ts';
import { applicantSchema } from './intake/parts.rules.ts';
import * as letter from './letter/contract.ts';
import type { CheckAnswers } from './noc/checks/check.schema.ts';
import * as noc from './noc/contract.ts';
import { closeApplication } from './pipeline/actions/close-application.ts';
import * as review from './review/contract.ts';
import * as survey from './survey/contract.ts';

/** Actions that a person does by a call; the program itself lets an application expire. */
export type CalledAction = Exclude<Action, 'expire'>;

/** An application as it is now, with the ids that the calls name. */
export type Subject = MadeApplication & {
  state: State;
  version: number;
  documentId: string;
  refundId: string | null;
  paymentId: string | null;
  balanceMinor: number;
  /** People of the desk's role who have no desk. */
  officers: string[];
  dmaId: string;
  /** What a desk has checked. */
  checks?: CheckAnswers;
  /** approve-survey: what was seen; left out: what the note comes to now. */
  totalMinor?: Minor;
};

type Send = (subject: Subject, as: Person) => Promise<string | undefined>;

const remark = 'because';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const items = [{ part: 'document' as const, kind: 'allotment_letter' as const, remark: 'blurred' }];

/** Reads what the next call has to name. */
export async function subjectOf(app: TestApp, made: MadeApplication): Promise<Subject> {
  const now = await one<Omit<Subject, keyof MadeApplication | 'dmaId'> & { version: number; state: State }>(
    app.owner.db,
    sql`select a.state, a.version,
        array(select u.id::text from identity.users u join roles.roles r on r.id = u.role_id
          where r.code = 'rajukSAE' and u.status = 'active'
            and not exists (select from applications.desks d where d.officer_id = u.id)) as officers,
        (select d.id from applications.documents d where d.application_id = a.id order by d.kind limit 1) as "documentId",
        (select r.id from payments.refunds r where r.application_id = a.id order by r.asked_at desc limit 1) as "refundId",
        (select p.id from payments.payments p where p.application_id = a.id and p.state = 'APPROVED' limit 1) as "paymentId",
        (select coalesce(max(n.total_minor - n.settled_minor), 1)::bigint from applications.demand_notes n
          where n.application_id = a.id and n.cancelled_at is null and n.settled_minor < n.total_minor) as "balanceMinor"
      from applications.applications a where a.id = ${made.id}`,
  );
  const dma = await transaction(app.db, (tx) => makeDma(tx, app.system()));
  return { ...made, ...now, dmaId: dma.id };
}

/** The application is another household's from now on. */
export const giveTo = (app: Pick<TestApp, 'owner'>, id: string, { consumerId }: Person) =>
  execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${consumerId} where id = ${id}`,
  );

/** What the demand note of a submitted survey comes to, as who approves it saw it. */
export async function totalSeen(app: Pick<TestApp, 'db' | 'system'>, id: string): Promise<Minor> {
  return minor((await totalsToIssue(app.db, app.system(), [id])).get(id) ?? 0);
}

/** The call of each action; gives the code of the refusal, undefined after success. */
export function stepCalls(app: TestApp): Record<CalledAction, Send> {
  const call = <E extends Endpoint>(endpoint: E, as: Person, input: EndpointInput<E>) =>
    app.codeOf(endpoint, { ...input, as } as never);
  const act = ({ id, version }: Subject) => ({ applicationId: id, version });
  const byState =
    (action: StateAction): Send =>
    (subject, as) =>
      call(contract.updateState, as, {
        body: { ...act(subject), action, remark, despitePayment: true, meterNumber: subject.meterNumber },
      });
  const upload =
    (endpoint: Endpoint, kind: string): Send =>
    async ({ id: applicationId }, as) =>
      (await app.sendFile(endpoint, { as, content: PDF, name: 'a.pdf', query: { applicationId, kind } }))
        .code;
  const decide =
    (decision: 'approve' | 'return' | 'reject'): Send =>
    ({ id, version }, as) =>
      call(noc.decideNoc, as, {
        params: { id },
        body: decision === 'return' ? { version, decision, remark, items } : { version, decision, remark },
      });
  const byStates = Object.fromEntries(STATE_ACTIONS.map((action) => [action, byState(action)])) as Record<
    StateAction,
    Send
  >;
  return {
    ...byStates,
    'approve-survey': async (subject, as) => {
      const totalMinor = subject.totalMinor ?? (await totalSeen(app, subject.id));
      const body = { ...act(subject), action: 'approve-survey' as const, remark, totalMinor };
      return call(contract.updateState, as, { body });
    },
    submit: (subject, as) => call(intake.submitApplication, as, { body: act(subject) }),
    edit: (subject, as) =>
      call(intake.updateApplicant, as, {
        body: { ...act(subject), part: applicantSchema.parse(wholeParts(subject.roadId).applicant) },
      }),
    accept: (subject, as) => call(review.acceptApplication, as, { body: act(subject) }),
    'update-noc': (subject, as) =>
      call(review.updateNoc, as, {
        body: {
          ...act(subject),
          nocNumber: `X/${subject.id}`,
          nocDate: '2026-10-01',
          documentId: subject.documentId,
        },
      }),
    'check-document': (subject, as) =>
      call(review.checkDocument, as, {
        body: { ...act(subject), documentId: subject.documentId, verdict: 'accept' },
      }),
    'auto-approve': (subject, as) => call(review.autoApprove, as, { body: { ...act(subject), remark } }),
    'noc-remark': ({ id }, as) => call(noc.remarkNoc, as, { params: { id }, body: { remark } }),
    'noc-remind': ({ id, version }, as) => call(noc.remindDesk, as, { params: { id }, body: { version } }),
    'noc-forward': ({ id, version, officers }, as) => {
      const officerId = officers.find((other) => other !== as.userId) ?? as.userId;
      return call(noc.forwardNoc, as, { params: { id }, body: { version, officerId, remark } });
    },
    'noc-check': ({ id, version, checks = [] }, as) =>
      call(noc.saveChecks, as, { params: { id }, body: { version, checks } }),
    'noc-approve': decide('approve'),
    'noc-return': decide('return'),
    'noc-reject': decide('reject'),
    recorrection: (subject, as) =>
      call(review.askCorrection, as, { body: { ...act(subject), remark, items } }),
    correct: upload(review.correctDocument, 'allotment_letter'),
    resubmit: ({ id, version }, as) =>
      call(review.resubmitApplication, as, { params: { id }, body: { version } }),
    letter: (subject, as) =>
      call(letter.issueLetter, as, {
        body: { ...act(subject), dmaId: subject.dmaId, meterNumber: subject.meterNumber },
      }),
    attach: (subject, as) => upload(intake.editDocument, attachableIn(subject.state))(subject, as),
    assign: (subject, as) => call(contract.assignUser, as, { body: { ...act(subject), userId: as.userId } }),
    survey: (subject, as) =>
      call(survey.submitSurvey, as, {
        query: { type: 'FIXED' },
        body: {
          ...act(subject),
          visitedOn: '2026-11-15',
          distanceM: '3',
          roadType: 'brick',
          pipeSizeMm: 20,
          materials: [{ materialId: subject.materialId, quantity: '2' }],
        },
      }),
    pay: ({ id: applicationId, balanceMinor: amountMinor }, as) =>
      call(payDemandNote, as, { body: { applicationId, amountMinor, tender: { method: 'CASH' } } }),
    'take-back-payment': ({ id, paymentId }, as) =>
      call(reversePayment, as, { body: { paymentId: paymentId ?? id, reason: remark } }),
    install: (subject, as) =>
      call(installMeter, as, {
        body: {
          ...act(subject),
          installedOn: '2026-11-15',
          meterNumber: subject.meterNumber,
          sealNumber: 'S',
          openingLitres: 0,
          unprovenReason: 'made for a test',
        },
      }),
    hold: (subject, as) => call(contract.holdApplication, as, { body: { ...act(subject), remark } }),
    suspend: (subject, as) => call(contract.suspendApplication, as, { body: { ...act(subject), remark } }),
    resume: (subject, as) => call(contract.resumeApplication, as, { body: { ...act(subject), remark } }),
    'withdraw-paid': (subject, as) => call(withdrawAfterPayment, as, { body: { ...act(subject), remark } }),
    refund: ({ id, refundId }, as) =>
      call(refunds.decideRefund, as, { body: { refundId: refundId ?? id, accept: true } }),
    delete: ({ id }, as) => call(contract.deleteApplication, as, { params: { id }, body: { remark } }),
  };
}

/** The state in which a step is tried; left out: the first that the table lists. */
const FROM: Partial<Record<Action, State>> = {
  reject: 'READY_TO_PAY',
  withdraw: 'READY_TO_PAY',
  delete: 'EXPIRED',
  archive: 'WITHDRAWN',
  // In READY_TO_PAY it gives new days only when the last one is over.
  reopen: 'EXPIRED',
  'withdraw-paid': 'READY_TO_PAY',
  refund: 'READY_TO_PAY',
  recorrection: 'WAITING_FOR_REVIEW',
  // Before, its only kind is also one that is edited.
  attach: 'READY_FOR_METER_INSTALLATION',
};
const PLANNING: readonly Action[] = [
  ...(['noc-remark', 'noc-forward', 'noc-check', 'noc-approve', 'noc-return', 'noc-reject'] as const),
  'recorrection',
];

/** Whether the setting asks for each paper to be accepted by itself. */
export const checkEach = (checkEachDocument: boolean): Sql =>
  sql`insert into settings.entries (key, value)
    values ('applications', ${JSON.stringify({ checkEachDocument })}::jsonb)
    on conflict (key) do update set value = excluded.value`;

/** People, and applications in which one step can succeed. */
export async function stepBench(app: TestApp) {
  const calls = stepCalls(app);
  const people = {
    admin: await app.staff('admin'),
    secondAdmin: await app.staff('admin'),
    owner: await app.consumer(),
    planner: await app.staff('rajukSAE'),
    // Somebody to whom it can be forwarded.
    other: await app.staff('rajukSAE'),
    deputy: await app.staff('rajukAE'),
    holder: await app.staffWith(['applications:view', 'applications:view-all', 'applications:hold']),
    worker: await app.staffWith(['applications:view', 'applications:view-all', 'applications:hold-own']),
  };
  // The planner also sees applications that are not in their own chain: then only the guard refuses the step.
  await execute(
    app.db,
    sql`insert into roles.role_permissions (role_id, permission)
    select id, p from roles.roles, unnest(array['applications:view', 'applications:view-all']) p
      where code = 'rajukSAE' on conflict do nothing`,
  );

  const write = (...statements: Sql[]) =>
    transaction(app.owner.db, async (tx) => {
      for (const statement of statements) await execute(tx, statement);
    });

  /** Does the step as this person; gives the code of the refusal, undefined after success. */
  async function attempt(action: Action, made: MadeApplication, as: Person): Promise<string | undefined> {
    if (action !== 'expire') return calls[action](await subjectOf(app, made), as);
    try {
      await transaction(app.db, (tx) =>
        closeApplication(tx, app.system(), 'expire', { applicationId: made.id }),
      );
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      noteRefusal(undefined, error);
      return error.error.code;
    }
  }

  async function must(made: MadeApplication, ...actions: Action[]): Promise<void> {
    for (const action of actions) {
      const code = await attempt(action, made, people.admin);
      if (code) throw new Error(`${action} was refused: ${code}`);
    }
  }

  /** What is done before the step. */
  const BEFORE: Partial<Record<Action, Action[]>> = {
    'auto-approve': ['update-noc'],
    resubmit: ['correct'],
    survey: ['assign'],
    'approve-survey': ['assign', 'survey'],
    'return-survey': ['assign', 'survey'],
    'confirm-installation': ['install'],
    resume: ['hold'],
    restore: ['archive'],
    'take-back-payment': ['pay'],
    'withdraw-paid': ['pay'],
    refund: ['pay', 'withdraw-paid'],
  };

  /** Who does the step: another person than the one who did the step before, if the table asks for that. */
  /** What the same person prepared somebody else has to do. */
  const SECOND: readonly Action[] = ['approve-survey', 'return-survey', 'confirm-installation', 'refund'];
  function personFor(action: Action): Person {
    if (PLANNING.includes(action)) return people.planner;
    if (action === 'resume') return people.holder;
    return SECOND.includes(action) ? people.secondAdmin : people.admin;
  }

  /** An application in which the step succeeds. */
  async function prepared(action: Action, state?: State): Promise<MadeApplication> {
    await write(
      checkEach(false),
      sql`update applications.desks set officer_id = null`,
      sql`update applications.desk_delegations set ended_at = now() where ended_at is null`,
    );
    const made = await makeApplication(app, {
      upTo: state ?? FROM[action] ?? TRANSITIONS[action].from[0] ?? 'DRAFT',
      consumerId: String(people.owner.consumerId),
      surveyorId: people.admin.userId,
    });
    await must(made, ...(BEFORE[action] ?? []));
    if (action === 'update-noc' && made.state === 'WAITING_FOR_METER_NUMBER')
      await write(
        sql`update applications.applications set noc_valid_until = '2026-11-14' where id = ${made.id}`,
      );
    if (action === 'expire')
      await write(sql`update applications.applications set expires_on = '2026-11-14' where id = ${made.id}`);
    return made;
  }

  return { people, write, attempt, personFor, prepared };
}
