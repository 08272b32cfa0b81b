/** A list of options that is searched by typing. Loaded with the first such field of a screen. */
import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
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

/** What was typed takes the first option that has it, unless the arrow keys are on another one. */
function takeFirst(field: HTMLInputElement): void {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (field.value.trim() === '' || list?.querySelector('[data-combobox-selected]')) return;
  list?.querySelector<HTMLElement>('[role=option]:not([data-combobox-disabled])')?.click();
}

export function SearchSelect(props: SearchSelectProps) {
  const { options, value, onChoose, isLoading, onSearch, onKeyDown, onFocus, ...select } = props;
  const t = useTexts('common');
  const field = useRef<HTMLInputElement>(null);
  // What is chosen is typed over, not added to: when the field is entered, and in the field after a choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is what changes the text of the field
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.select();
  }, [value]);
  return (
    <Select
      {...select}
      ref={field}
      onFocus={(event) => {
        onFocus?.(event);
        event.currentTarget.select();
      }}
      data={[...options]}
      value={value || null}
      onChange={(chosen) => onChoose(chosen ?? undefined)}
      nothingFoundMessage={isLoading ? t('form.loading') : t('form.no_options')}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: found }) => found } : {})}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const field = event.currentTarget;
        if (field.getAttribute('aria-expanded') !== 'true') return;
        // Answers of the server come later than the key: what is first in the list may be of an earlier text.
        if (!onSearch && ['Enter', 'Tab'].includes(event.key)) takeFirst(field);
        // Enter in an open list chooses; it never sends the form.
        if (event.key === 'Enter') event.preventDefault();
      }}
      limit={OPTIONS_SHOWN}
      searchable
      // What is chosen is taken out by its own button, not by choosing it again.
      allowDeselect={false}
      // A dialog begins in its first field: the list would cover the next ones before anybody asked for it.
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
    />
  );
}
