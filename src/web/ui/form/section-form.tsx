/**
 * A long form as a task list: sections in any order, each with its state, one open at a time (`?section=` in the
 * address), each with a form of its own that is saved as one goes.
 */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useGo, usePath, useUrlQuery } from '../../navigation/go.tsx';
import type { Tone } from '../colours.ts';
import { StateChip } from '../state-chip.tsx';
import style from './form.module.css';

export type FormTask = {
  id: string;
  title: ReactNode;
  /** Done, started, not started, asked again: colour and word. */
  state: { tone: Tone; label: ReactNode };
  /** The section's form; only the open one is rendered. */
  content: () => ReactNode;
  disabled?: boolean;
};

/**
 * Another section was opened by a button of the one before: its head comes into sight and gets the focus, unless something
 * within it has it already.
 */
function useFocusOnOpened(section: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(section);
  useEffect(() => {
    const isNew = before.current !== section;
    before.current = section;
    const task = isNew && section ? list.current?.querySelector(`[data-task="${section}"]`) : null;
    if (!task || task.contains(document.activeElement)) return;
    task.querySelector('button')?.focus({ preventScroll: true });
    task.scrollIntoView({ block: 'start' });
  }, [section]);
  return list;
}

export function SectionForm({ tasks }: { tasks: readonly FormTask[] }) {
  const query = useUrlQuery();
  const path = usePath();
  const go = useGo();
  const list = useFocusOnOpened(query.section);
  return (
    <ol ref={list} className={style.tasks}>
      {tasks.map((task) => {
        const isOpen = query.section === task.id;
        const Arrow = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={task.id} data-task={task.id} className={style.task}>
            <UnstyledButton
              className={style.taskHead}
              aria-expanded={isOpen}
              disabled={task.disabled ?? false}
              onClick={() => go(path, { ...query, section: isOpen ? undefined : task.id }, { replace: true })}
            >
              <Arrow size={17} aria-hidden="true" />
              <span className={style.taskTitle}>{task.title}</span>
              <StateChip tone={task.state.tone}>{task.state.label}</StateChip>
            </UnstyledButton>
            {isOpen ? <div className={style.taskBody}>{task.content()}</div> : null}
          </li>
        );
      })}
    </ol>
  );
}
