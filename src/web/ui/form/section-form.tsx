/**
 * A long form as a task list: sections in any order, each with its state, one open at a time (`?section=` in the
 * address), each with a form of its own that is saved as one goes.
 */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

export function SectionForm({ tasks }: { tasks: readonly FormTask[] }) {
  const query = useUrlQuery();
  const path = usePath();
  const go = useGo();
  return (
    <ol className={style.tasks}>
      {tasks.map((task) => {
        const isOpen = query.section === task.id;
        const Arrow = isOpen ? IconChevronDown : IconChevronRight;
        return (
          <li key={task.id} className={style.task}>
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
