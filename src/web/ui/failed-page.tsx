/** A whole page whose answer failed or was refused: it still says which page it is. */
import { useMatches } from '@tanstack/react-router';
import { useLanguage } from '../texts/texts.ts';
import { Failed } from './list/empty.tsx';
import { PageHead } from './page-head.tsx';

export function FailedPage({ error, retry }: { error: unknown; retry: () => unknown }) {
  const language = useLanguage();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <PageHead title={title?.[language]} />
      <Failed error={error} retry={retry} />
    </>
  );
}
