/** The state of a change of a category as a chip, and names of categories. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ChangeState } from '../../categories/category.rules.ts';
import type { CategoryChange, CategoryChangeDetail } from '../../categories/contract.ts';

const TONES: Record<ChangeState, Tone> = {
  WAITING: 'amber',
  APPROVED: 'green',
  REFUSED: 'red',
  WITHDRAWN: 'grey',
};

export function ChangeStateChip({ state }: { state: ChangeState }) {
  const t = useTexts('categories');
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}

/** The category of a change, and the one that follows, in the language of the screen. */
export function useCategoryNames() {
  const language = useLanguage();
  return {
    nameOf: ({ categoryEn, categoryBn }: Pick<CategoryChange, 'categoryEn' | 'categoryBn'>) =>
      language === 'bn' ? categoryBn : categoryEn,
    nextOf: ({ nextEn, nextBn }: Pick<CategoryChange, 'nextEn' | 'nextBn'>) =>
      (language === 'bn' ? nextBn : nextEn) ?? '',
    /** The name of a code that the change or one of the connection's days has. */
    nameOfCode: (change: CategoryChangeDetail) => (code: string) => {
      const names = [
        ...change.days,
        change,
        { category: change.nextCategory, categoryEn: change.nextEn, categoryBn: change.nextBn },
      ];
      const found = names.find(({ category }) => category === code);
      return (language === 'bn' ? found?.categoryBn : found?.categoryEn) ?? code;
    },
  };
}
