/** What an item of a desk's list says in the language of the screen. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { ApplicationDetail } from '../../contract.ts';

type Item = Pick<ApplicationDetail['deskChecks'][number], 'documentKind' | 'en' | 'bn'>;

export function useCheckText(): (item: Item) => string {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  return ({ documentKind, en, bn }) => (documentKind ? t(`kinds.${documentKind}`) : nameIn(en ?? '', bn));
}
