import { useAnswer } from '#web/calls/use-answer.ts';
import { useProfile, whoIs } from '#web/session/session.ts';
import { documentLinks } from '../../intake/contract.ts';

/** A link opens for five minutes; it is asked for again a little earlier. */
const LINK_MS = 4 * 60_000;

/** Address of each document of a consumer's own application, by its id. Staff open documents one by one. */
export function useDocumentLinks(
  applicationId: string,
  isWanted = true,
): (documentId: string) => string | undefined {
  const profile = useProfile();
  const isOwn = profile !== null && whoIs(profile.role) === 'consumer';
  const links = useAnswer(
    documentLinks,
    { query: { applicationId } },
    { staleTime: LINK_MS, refetchInterval: LINK_MS, enabled: isWanted && isOwn },
  );
  return (documentId) => links.data?.items.find((link) => link.documentId === documentId)?.url;
}
