/**
 * Puts what a surveyor notes into the phone's outbox: what is typed after a moment, photos at once, the submission when it is
 * pressed. It knows from which version of the application the next entry goes on: from that of the last answer, or from a
 * newer one that left the survey as it was.
 */
import type { EndpointInput } from '#shared/endpoint.ts';
import { call } from '#web/calls/call.ts';
import { queryClient } from '#web/calls/use-answer.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { type Delivery, type Given, type Outcome, putIn, putInAndWait } from '#web/outbox/outbox.ts';
import { isSame } from '#web/ui/form/conflict/conflict.rules.ts';
import { type ApplicationDetail, getApplication } from '../../contract.ts';
import type { submitSurvey } from '../../survey/contract.ts';
import { recordPath } from '../lists/columns.tsx';
import { SURVEY_PHOTO, SURVEY_SAVE, SURVEY_SUBMIT } from '../outbox.ts';
import { contentOf, sendable, type Values } from './survey-values.ts';

/** What is typed is on the phone soon, and goes to the server when the typing rests. */
const KEEP_AFTER_MS = 400;
const SEND_AFTER_MS = 1600;
const SLOT = 'survey';

export const recordOf = (application: { id: string }) => `application:${application.id}`;

/** What was typed last and is not known to be on the server. */
export const typedLast = (entries: readonly Entry[]): Entry | undefined =>
  entries.findLast(({ slot }) => slot === SLOT);

type Answer = { version: number; survey?: ApplicationDetail['survey'] };
type Submission = EndpointInput<typeof submitSurvey>;

export function surveyKeeper(first: ApplicationDetail, left: Entry | undefined) {
  const { id } = first;
  const record = recordOf(first);
  // What was refused is corrected for the application as it is now.
  let known = left && left.state !== 'refused' ? left.version : first.version;
  /** The survey at the known version; undefined if nobody here has seen that one. */
  let content: ReturnType<typeof contentOf> | undefined =
    known === first.version ? contentOf(first.survey) : (left?.madeFrom as typeof content);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let untold: Values | null = null;

  const common = {
    record,
    version: () => known,
    number: first.number ?? '',
    page: `${recordPath(first).path}?tab=survey`,
  };
  const asSave = (values: Values, dueAt: number): Given => ({
    ...common,
    ...{ way: SURVEY_SAVE, slot: SLOT, isVersioned: true, typed: values, madeFrom: content, dueAt },
    input: { body: { ...sendable(values), applicationId: id } },
  });
  function keep(dueAt: number) {
    clearTimeout(timer);
    if (!untold) return;
    const values = untold;
    untold = null;
    void putIn(asSave(values, dueAt)).catch(() => {
      untold ??= values;
    });
  }
  return {
    version: () => known,
    /** The application is shown as it is now. True if somebody else changed the survey. */
    see(application: ApplicationDetail): boolean {
      if (application.version <= known) return false;
      if (content === undefined || !isSame(contentOf(application.survey), content)) return true;
      known = application.version;
      return false;
    },
    /** Both values of what somebody else changed are shown: the next entry is made from this version. */
    meet(application: ApplicationDetail) {
      known = application.version;
      content = contentOf(application.survey);
    },
    type(values: Values) {
      untold = values;
      clearTimeout(timer);
      timer = setTimeout(() => keep(Date.now() + SEND_AFTER_MS), KEEP_AFTER_MS);
    },
    /** The page goes, or something else is sent: what was typed is kept at once. */
    settle: () => keep(0),
    photo: (file: File) =>
      putIn({
        ...common,
        ...{ way: SURVEY_PHOTO, isVersioned: false },
        input: { query: { applicationId: id, kind: 'survey_file' } },
        file: { field: 'file', name: file.name, blob: file },
      }),
    submit({ query, body }: Submission, values: Values): Promise<Outcome> {
      clearTimeout(timer);
      untold = null;
      return putInAndWait({
        ...common,
        ...{
          way: SURVEY_SUBMIT,
          slot: SLOT,
          isVersioned: true,
          isLast: true,
          typed: values,
          madeFrom: content,
        },
        input: { query: query ?? {}, body: { ...body, applicationId: id } },
      });
    },
    /** A submission that was not sent yet becomes a survey that is being filled in. */
    takeBack: (values: Values) => putIn(asSave(values, 0)),
    /** The same once more, from the version that is known by now: only something else had changed. */
    repeat: (entry: Entry) => putIn({ ...entry, version: common.version, dueAt: 0 }),
    /** True: what the page shows is right already. */
    delivered({ entry, answer }: Delivery): boolean {
      if (entry.record !== record) return false;
      const { version, survey } = answer as Answer;
      if (entry.version === known && (entry.isVersioned || version === known + 1)) {
        known = version;
        if (survey) content = contentOf(survey);
      }
      if (entry.way !== SURVEY_SAVE) return false;
      const shown = queryClient.setQueryData<ApplicationDetail>(
        [getApplication.path, { params: { id } }],
        (old) => old && { ...old, version, survey: survey ?? old.survey },
      );
      // Who writes a survey that nobody had has it now.
      if (shown?.assigneeId === null) void fetchAgain(id).catch(() => undefined);
      return true;
    },
  };
}
export type SurveyKeeper = ReturnType<typeof surveyKeeper>;

/** As the server has it now. */
export function fetchAgain(id: string): Promise<ApplicationDetail> {
  const queryFn = () => call(getApplication, { params: { id } }, { quiet: true });
  return queryClient.fetchQuery({
    queryKey: [getApplication.path, { params: { id } }],
    queryFn,
    staleTime: 0,
  });
}
