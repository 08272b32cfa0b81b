import { useAnswer } from '#web/calls/use-answer.ts';
import { openDocument } from '../../opening/contract.ts';

/** A link opens for five minutes; another one is asked for a little earlier. */
const LINK_MS = 4 * 60_000;

export type OpenedDocument = {
  url: string | undefined;
  /** Asks for another link if this one is about to end; nothing else does, so that a paper left open is one opening. */
  renew: () => void;
};

/** Opens one document: the audit log gets its row. */
export function useOpenedDocument(documentId: string): OpenedDocument {
  const opened = useAnswer(
    openDocument,
    { query: { documentId } },
    // A link of an earlier look may have ended: nothing of it is kept.
    { staleTime: LINK_MS, gcTime: 0, refetchOnWindowFocus: false },
  );
  return {
    url: opened.data?.url,
    renew: () => {
      if (Date.now() - opened.dataUpdatedAt > LINK_MS) void opened.refetch();
    },
  };
}
