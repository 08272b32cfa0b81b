/** Which papers prove what is written in a part: if that is another thing, who accepted them has to look again. */
import { DOCUMENT_KIND_NAMES, type DocumentKind, LAND_KINDS } from '../documents.rules.ts';
import type { PartName } from '../intake/parts.rules.ts';

type Proof = { fields: readonly string[]; kinds: readonly DocumentKind[] };

const PROOFS: Partial<Record<PartName, readonly Proof[]>> = {
  applicant: [
    {
      fields: ['name', 'nameBn', 'nid', 'fatherOrSpouse', 'dateOfBirth'],
      // The land papers name the applicant, or who gave the power of attorney.
      kinds: ['PassportImg', 'Applicant_nid_front', 'Applicant_nid_back', 'signature', ...LAND_KINDS],
    },
    { fields: ['isOwner'], kinds: LAND_KINDS },
  ],
  owner: [
    {
      fields: ['name', 'nid', 'fatherOrSpouse'],
      kinds: ['Owner_nid_front', 'Owner_nid_back', ...LAND_KINDS],
    },
  ],
  building: [{ fields: ['roadId', 'plotNumber', 'holdingNumber'], kinds: LAND_KINDS }],
};

/** @param fields of the part that hold something else now */
export function provenBy(part: PartName, fields: readonly string[]): DocumentKind[] {
  const kinds = (PROOFS[part] ?? []).flatMap((proof) =>
    proof.fields.some((field) => fields.includes(field)) ? proof.kinds : [],
  );
  return DOCUMENT_KIND_NAMES.filter((kind) => kinds.includes(kind));
}

/** An approval of the planning authority is for one plot. */
export const isOtherPlot = (part: PartName, fields: readonly string[]): boolean =>
  part === 'building' && (fields.includes('roadId') || fields.includes('plotNumber'));
