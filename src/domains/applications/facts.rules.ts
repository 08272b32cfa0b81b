/** What the rules of an application are asked about: its facts, and who wants to act. */
import type { Permission } from '#shared/permissions.ts';
import type { Overlay, RefundState, State } from './states.rules.ts';

/** Everything that a guard looks at; loaded by one query, under the row lock if something will change. */
export type Facts = {
  state: State;
  overlay: Overlay | null;
  archived: boolean;
  /** RECORRECTION: the state that asked; closed states: the state before. */
  originState: State | null;
  closedOn: string | null;
  expiresOn: string | null;
  assigneeId: string | null;
  /** Nobody who may survey has it: who begins takes it. */
  isSurveyFree: boolean;
  missingDocuments: number;
  /** Looked at and found wrong, but not asked of the applicant yet. */
  returnedDocuments: number;
  /** Needed ones that nobody has looked at; 0 if the setting does not ask for it. */
  uncheckedDocuments: number;
  nocNumber: string | null;
  nocDocument: boolean;
  nocValidUntil: string | null;
  /** Role and officer of the desk whose turn it is. */
  deskRole: string | null;
  deskOfficerId: string | null;
  /** Who has that desk today in the place of its officer. */
  deskDeputyId: string | null;
  /** Who approved at other desks. */
  decidedBy: readonly string[];
  inChainOf: readonly string[];
  /** The day from which that desk may be reminded again. */
  remindFrom: string | null;
  openItems: number;
  surveyState: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REVISED' | null;
  surveyorId: string | null;
  paidMinor: number;
  /** Of the last withdrawn note's money; payments tells it. */
  refundState: RefundState | null;
  meterReserved: boolean;
  installationRecorded: boolean;
  installerId: string | null;
  /** Who put it on hold, and whether as the person who has it and not for the office. */
  heldBy: string | null;
  isOwnHold: boolean;
};

/** Who wants to act. */
export type Who = {
  kind: 'staff' | 'consumer' | 'system';
  userId: string | null;
  role: string;
  permissions: ReadonlySet<Permission>;
  today: string;
};
