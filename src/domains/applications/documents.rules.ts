/** The specification's document kinds (§3), which of them an application needs, and what each may be. */

type KindFacts = {
  /** always: every application; tenant: if the applicant is not the owner; no: welcome, or of a later step. */
  needed: 'always' | 'tenant' | 'no';
  /** image: a picture, re-encoded; paper: a picture or a PDF; file: any attachment. */
  accepts: 'image' | 'paper' | 'file';
  /** Who brings it: the applicant with the application, or staff in a later step. */
  by: 'applicant' | 'staff';
  /** Several may exist side by side; of every other kind a new one replaces the old. */
  many?: true;
};

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
  Other_documents: { needed: 'no', accepts: 'file', by: 'applicant', many: true },
  survey_file: { needed: 'no', accepts: 'file', by: 'staff', many: true },
  payment_receipt: { needed: 'no', accepts: 'paper', by: 'applicant' },
  meter_receipt: { needed: 'no', accepts: 'paper', by: 'staff' },
  confirmation_form_updated: { needed: 'no', accepts: 'paper', by: 'staff' },
  new_meter_doc: { needed: 'no', accepts: 'paper', by: 'staff', many: true },
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
