/** What each list of applications offers to do to many of its rows; the server says which of it this person may do. */
import { NEEDED_REMARK, OPTIONAL_REMARK } from '#domains/bulk/web/remark-field.tsx';
import type { ToldForm } from '#domains/bulk/web/told-fields.ts';
import type { BulkOffer } from '#domains/bulk/web/use-bulk.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { OPEN_STATES, type State } from '../../application.rules.ts';

const WorkerFields = onDemand(() => import('./worker-fields.tsx').then((file) => file.WorkerFields));

/** One for each state: the people differ, and a field keeps its component. */
const ASSIGN = new Map(
  OPEN_STATES.map((state): [State, ToldForm] => [
    state,
    {
      fields: (props) => <WorkerFields {...props} state={state} />,
      asksAgain: ['userId'],
      initial: { remark: '' },
    },
  ]),
);

const HOLD = { 'applications.hold': NEEDED_REMARK };
const RESUME = { 'applications.resume': NEEDED_REMARK };

/** Somebody can be chosen if all rows are in one state. */
function assignIn(state: State | undefined): BulkOffer {
  const told = state && ASSIGN.get(state);
  return told ? { 'applications.assign': told } : {};
}

const OF_STATE: Partial<Record<State, BulkOffer>> = {
  PENDING: { 'applications.accept': OPTIONAL_REMARK },
  READY_TO_SURVEY: { 'applications.approve-survey': {} },
  READY_FOR_METER_INSTALLATION: { 'applications.confirm-installation': {} },
};

/** A list of one state. */
export const offerOfState = (state: State): BulkOffer => ({
  ...OF_STATE[state],
  ...assignIn(state),
  ...HOLD,
});

/** The list of all: as far as its filter leaves one state, also what is done in that. */
export const offerOfAll = (state: State | undefined): BulkOffer => ({
  ...(state ? OF_STATE[state] : {}),
  ...assignIn(state),
  ...HOLD,
  ...RESUME,
  'applications.archive': OPTIONAL_REMARK,
});

export const OFFERS = {
  materials: { 'applications.approve-survey': {} },
  noc: { 'applications.noc-remind': OPTIONAL_REMARK, ...HOLD, ...RESUME },
  desk: { 'applications.noc-approve': OPTIONAL_REMARK, ...HOLD, ...RESUME },
  archived: { 'applications.restore': {} },
  drafts: { 'applications.archive': OPTIONAL_REMARK },
  nothing: {},
} as const satisfies Record<string, BulkOffer>;
