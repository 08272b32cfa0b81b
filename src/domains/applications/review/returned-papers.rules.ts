/** What the papers that the reviewer returned say is wrong, as items of the correction that asks for them. */
import type { DocumentKind } from '../documents.rules.ts';

type Paper = { kind: DocumentKind; state: string; fileName: string; remark: string | null };

/** Each kind is asked for one time. Of several papers of a kind, the names of their files say which remark is about which. */
export function returnedKinds(documents: readonly Paper[]): { kind: DocumentKind; remark: string }[] {
  const returned = documents.filter(({ state }) => state === 'RETURNED');
  const kinds = [...new Set(returned.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const papers = returned.filter((paper) => paper.kind === kind);
    const remarks = papers.map(({ fileName, remark }) =>
      papers.length > 1 ? `${fileName}: ${remark ?? ''}` : (remark ?? ''),
    );
    return { kind, remark: remarks.join('; ') };
  });
}
