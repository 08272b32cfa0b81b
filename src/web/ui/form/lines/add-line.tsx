/** Adds a line to a form: searched by typing, added by Enter or a press. The focus goes to the line, also if it was there before. */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { onDemand } from '../../on-demand.tsx';
import type { Choice, ChoiceGroup } from '../choice.ts';

const SearchSelect = onDemand(() => import('../search/search-select.tsx').then((file) => file.SearchSelect));

type AddLineProps = {
  id: string;
  label: ReactNode;
  placeholder: string;
  error: ReactNode;
  options: readonly (Choice | ChoiceGroup)[];
  /** Not for a line that is there already: that one only gets the focus. */
  add: (value: string) => void;
  /** The id of the field with which the line of this value begins; undefined if there is no such line. */
  lineOf: (value: string) => string | undefined;
};

export function AddLine({ add, lineOf, options, ...field }: AddLineProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  // What was typed to find one line is gone for the next.
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (chosen === null) return;
    const line = document.getElementById(lineOf(chosen) ?? '');
    if (!(line instanceof HTMLElement)) return;
    // After what the searched field itself does when it closes.
    const timer = setTimeout(() => {
      setChosen(null);
      line.focus();
      if (line instanceof HTMLInputElement) line.select();
    });
    return () => clearTimeout(timer);
  }, [chosen, lineOf]);
  const choose = (value: string | undefined) => {
    if (value === undefined) return;
    if (lineOf(value) === undefined) add(value);
    setChosen(value);
    setTurn(turn + 1);
  };
  const shared = {
    ...field,
    // It adds a line or does nothing: the form is sent by its button.
    onKeyDown: (event: KeyboardEvent) => (event.key === 'Enter' ? event.preventDefault() : undefined),
  };
  return (
    <SearchSelect
      key={turn}
      meanwhile={<TextInput {...shared} readOnly />}
      {...shared}
      options={options}
      value={undefined}
      onChoose={choose}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
    />
  );
}
