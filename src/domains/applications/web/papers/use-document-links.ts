import { useAnswer } from '#web/calls/use-answer.ts';
import { documentLinks } from '../../intake/contract.ts';

/** A link opens for five minutes; it is asked for again a little earlier. */
const LINK_MS = 4 * 60_000;

/** Address of each document of an application, by its id. */
export function useDocumentLinks(
  applicationId: string,
  isWanted = true,
): (documentId: string) => string | undefined {
  const links = useAnswer(
    documentLinks,
    { query: { applicationId } },
    { staleTime: LINK_MS, refetchInterval: LINK_MS, enabled: isWanted },
  );
  return (documentId) => links.data?.items.find((link) => link.documentId === documentId)?.url;
}
