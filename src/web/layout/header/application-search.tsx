/**
 * The application selector for somebody with very many applications (a developer has thousands): typing narrows the
 * list, and only the options in sight are in the page.
 */
import { TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import style from './application-search.module.css';
import { narrowed, type SearchOption } from './application-search.rules.ts';

const ROW_PX = 40;
const SHOWN_PX = 280;
/** Rows kept above and below what is in sight. */
const SPARE = 5;
/** How far a key moves. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

type ApplicationSearchProps = {
  label: string;
  /** The first option: none chosen. */
  none: string;
  options: readonly SearchOption[];
  chosen: string;
  choose: (value: string) => void;
};

export function ApplicationSearch({ label, none, options, chosen, choose }: ApplicationSearchProps) {
  const t = useTexts('common');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const [top, setTop] = useState(0);
  const isOpen = typed !== null;
  const found = useMemo(
    () => [{ value: '', label: none }, ...narrowed(options, typed ?? '')],
    [options, none, typed],
  );
  const selected = options.find((option) => option.value === chosen);
  useEffect(() => {
    const box = list.current;
    if (!isOpen || !box) return;
    const place = at * ROW_PX;
    if (place < box.scrollTop) box.scrollTop = place;
    else if (place + ROW_PX > box.scrollTop + SHOWN_PX) box.scrollTop = place + ROW_PX - SHOWN_PX;
  }, [at, isOpen]);
  const open = () => {
    if (isOpen) return;
    setTyped('');
    setTop(0);
    setAt(Math.max(0, options.findIndex((option) => option.value === chosen) + 1));
  };
  const take = (option: SearchOption | undefined) => {
    if (option) choose(option.value);
    setTyped(null);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') setTyped(null);
    else if (!isOpen) open();
    else if (step === undefined) take(found[at]);
    else setAt(Math.min(Math.max(at + step, 0), found.length - 1));
  };
  const first = Math.max(0, Math.floor(top / ROW_PX) - SPARE);
  const inSight = found.slice(first, first + Math.ceil(SHOWN_PX / ROW_PX) + 2 * SPARE);
  return (
    <div className={style.search}>
      <TextInput
        size="sm"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && found[at] ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        placeholder={none}
        value={typed ?? selected?.label ?? ''}
        onClick={open}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(event.currentTarget.value ? 1 : 0);
          setTop(0);
        }}
        onKeyDown={press}
        onBlur={() => setTyped(null)}
        rightSection={<IconChevronDown size={15} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      />
      {isOpen ? (
        <div
          ref={list}
          className={style.list}
          style={{ maxHeight: SHOWN_PX }}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          // The field keeps the focus while an option is pressed.
          onMouseDown={(event) => event.preventDefault()}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          tabIndex={-1}
        >
          <div role="presentation" className={style.all} style={{ height: found.length * ROW_PX }}>
            {inSight.map((option, index) => (
              <div
                key={option.value}
                id={`${id}-${first + index}`}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === chosen}
                aria-posinset={first + index + 1}
                aria-setsize={found.length}
                data-at={first + index === at || undefined}
                className={style.option}
                style={{ top: (first + index) * ROW_PX, height: ROW_PX }}
                onPointerUp={() => take(option)}
              >
                {option.label}
              </div>
            ))}
          </div>
        </div>
      ) : null}
      <span role="status" className={style.heard}>
        {typed ? t('frame.applications_found', { count: found.length - 1 }) : ''}
      </span>
    </div>
  );
}
