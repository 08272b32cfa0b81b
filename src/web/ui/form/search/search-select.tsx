/** A list of options that is searched by typing. Loaded with the first such field of a screen. */
import { Select, type SelectProps } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import type { Choice, ChoiceGroup } from '../choice.ts';

const OPTIONS_SHOWN = 100;

type SearchSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  options: readonly (Choice | ChoiceGroup)[];
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
  isLoading?: boolean;
  /** Asks the server for other options while typing. */
  onSearch?: ((text: string) => void) | undefined;
};

export function SearchSelect(props: SearchSelectProps) {
  const { options, value, onChoose, isLoading, onSearch, onKeyDown, ...select } = props;
  const t = useTexts('common');
  return (
    <Select
      {...select}
      data={[...options]}
      value={value || null}
      onChange={(chosen) => onChoose(chosen ?? undefined)}
      nothingFoundMessage={isLoading ? t('form.loading') : t('form.no_options')}
      // Of a list that is here, what is typed takes its first match, with Enter and with Tab. Answers of the server come later than the key.
      {...(onSearch
        ? { onSearchChange: onSearch, filter: ({ options: found }) => found }
        : { selectFirstOptionOnChange: true, autoSelectOnBlur: true })}
      // Enter in an open list chooses; it never sends the form.
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true')
          event.preventDefault();
      }}
      limit={OPTIONS_SHOWN}
      searchable
      // A dialog begins in its first field: the list would cover the next ones before anybody asked for it.
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  );
}
