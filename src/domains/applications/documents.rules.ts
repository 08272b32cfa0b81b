/**
 * The specification's document kinds (§3): which of them an application needs, what each may be, and who adds it when.
 * Server, buttons and the transition `attach` read this table.
 */
import type { Permission } from '#shared/permissions.ts';

/** The states in which papers of a later step are added: of the states of application.rules.ts, which imports this file. */
type WorkState =
  | 'PENDING'
  | 'WAITING_FOR_REVIEW'
  | 'WAITING_FOR_METER_NUMBER'
  | 'READY_TO_SURVEY'
  | 'READY_TO_PAY'
  | 'READY_FOR_METER_INSTALLATION'
  | 'CONNECTED';

type KindFacts = {
  /** always: every application; tenant: if the applicant is not the owner; no: welcome, or of a later step. */
  needed: 'always' | 'tenant' | 'no';
  /** image: a picture, re-encoded; paper: a picture or a PDF; file: any attachment. */
  accepts: 'image' | 'paper' | 'file';
  /** applicant: handed in with the application, written by who may edit it; step: the paper of a later step. */
  by: 'applicant' | 'step';
  /** With one of these words, in these states, it is added although the application is no longer edited. */
  later?: { permissions: readonly Permission[]; states: readonly WorkState[] };
  /** Several may exist side by side; of every other kind a new one replaces the old. */
  many?: true;
};

const REVIEWED: readonly WorkState[] = [
  ...(['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
];

export const DOCUMENT_KINDS = {
  PassportImg: { needed: 'always', accepts: 'image', by: 'applicant' },
  Applicant_nid_front: { needed: 'always', accepts: 'paper', by: 'applicant' },
  Applicant_nid_back: { needed: 'always', accepts: 'paper', by: 'applicant' },
  signature: { needed: 'always', accepts: 'image', by: 'applicant' },
  allotment_letter: { needed: 'always', accepts: 'paper', by: 'applicant' },
  Owner_nid_front: { needed: 'tenant', accepts: 'paper', by: 'applicant' },
  Owner_nid_back: { needed: 'tenant', accepts: 'paper', by: 'applicant' },
  power_of_attorney: { needed: 'tenant', accepts: 'paper', by: 'applicant' },
  mutation_paper: { needed: 'no', accepts: 'paper', by: 'applicant' },
  deed_paper: { needed: 'no', accepts: 'paper', by: 'applicant' },
  transfer_of_possession_copy: { needed: 'no', accepts: 'paper', by: 'applicant' },
  // The scan of a NoC on paper is one of them.
  Other_documents: {
    ...{ needed: 'no', accepts: 'file', by: 'applicant', many: true },
    later: { permissions: ['applications:accept'], states: REVIEWED },
  },
  survey_file: {
    ...{ needed: 'no', accepts: 'file', by: 'step', many: true },
    later: { permissions: ['applications:survey'], states: ['READY_TO_SURVEY'] },
  },
  payment_receipt: {
    ...{ needed: 'no', accepts: 'paper', by: 'step' },
    later: {
      permissions: ['demand-notes:pay-counter', 'demand-notes:pay-online'],
      states: ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'],
    },
  },
  meter_receipt: {
    ...{ needed: 'no', accepts: 'paper', by: 'step' },
    later: { permissions: ['applications:install'], states: ['READY_FOR_METER_INSTALLATION'] },
  },
  confirmation_form_updated: {
    ...{ needed: 'no', accepts: 'paper', by: 'step' },
    later: {
      permissions: ['applications:confirm-install'],
      states: ['READY_FOR_METER_INSTALLATION', 'CONNECTED'],
    },
  },
  new_meter_doc: {
    ...{ needed: 'no', accepts: 'paper', by: 'step', many: true },
    later: { permissions: ['applications:install'], states: ['READY_FOR_METER_INSTALLATION'] },
  },
} as const satisfies Record<string, KindFacts>;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;
export const DOCUMENT_KIND_NAMES = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]];

const kindFacts: Record<DocumentKind, KindFacts> = DOCUMENT_KINDS;

/** Passport pictures are at least this large (spec §5: "Image width and height can't be less than WxH"). */
export const PASSPORT_SIZE = { width: 300, height: 300 };

/** Kinds that must be there before submitting. */
export function neededDocuments(applicantIsOwner: boolean): DocumentKind[] {
  return DOCUMENT_KIND_NAMES.filter(
    (kind) =>
      kindFacts[kind].needed === 'always' || (kindFacts[kind].needed === 'tenant' && !applicantIsOwner),
  );
}

/** Kinds of which several may exist side by side. */
export const MANY_KINDS: readonly DocumentKind[] = DOCUMENT_KIND_NAMES.filter((kind) => kindFacts[kind].many);

/** What the applicant brings with the application. */
export const APPLICANTS_KINDS: readonly DocumentKind[] = DOCUMENT_KIND_NAMES.filter(
  (kind) => kindFacts[kind].by === 'applicant',
);

const LATER = DOCUMENT_KIND_NAMES.flatMap((kind) => kindFacts[kind].later ?? []);
/** What one of must be held to attach any paper, and the states in which some paper is attached. */
export const ATTACH_PERMISSIONS: readonly Permission[] = [
  ...new Set(LATER.flatMap(({ permissions }) => permissions)),
];
export const ATTACH_STATES: readonly WorkState[] = [...new Set(LATER.flatMap(({ states }) => states))];

/** Who has one of the words attaches papers of the kind, in the states of that work. */
export const mayAttach = (kind: DocumentKind, may: (word: Permission) => boolean): boolean =>
  kindFacts[kind].later?.permissions.some(may) ?? false;
export const isAttachedIn = (kind: DocumentKind, state: string): boolean =>
  kindFacts[kind].later?.states.some((known) => known === state) ?? false;

/** The kinds that a person attaches in a state. */
export const attachedKinds = (state: string, may: (word: Permission) => boolean): DocumentKind[] =>
  DOCUMENT_KIND_NAMES.filter((kind) => isAttachedIn(kind, state) && mayAttach(kind, may));

/** Papers that say whose the land is. */
export const LAND_KINDS: readonly DocumentKind[] = [
  'allotment_letter',
  'power_of_attorney',
  'mutation_paper',
  'deed_paper',
  'transfer_of_possession_copy',
];
