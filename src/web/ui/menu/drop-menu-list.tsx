import { Menu } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode, useId } from 'react';
import style from './drop-menu.module.css';
import type { MenuChoice } from './menu-choice.ts';

type DropMenuListProps = {
  button: ReactElement;
  choices: readonly MenuChoice[];
  head?: ReactNode;
  isOpen: boolean;
  close: () => void;
};

/** The open menu of a DropMenu. */
export function DropMenuList({ button, choices, head, isOpen, close }: DropMenuListProps) {
  const id = useId();
  const focusButton = () => document.getElementById(id)?.focus();
  const closed = () => {
    // Still in the menu, which is about to go; a click elsewhere takes the focus afterwards.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[role=menu]')) focusButton();
    close();
  };
  return (
    <Menu
      id={id}
      position="bottom-end"
      // The focus goes to the first choice: a menu holds nothing else that takes it (ARIA).
      withInitialFocusPlaceholder={false}
      opened={isOpen}
      onChange={(opened) => (opened ? undefined : closed())}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {head ? <Menu.Label>{head}</Menu.Label> : null}
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of one menu keep their places
          <Fragment key={index}>
            {choice.apart ? <Menu.Divider /> : null}
            <Menu.Item
              leftSection={choice.icon}
              {...(choice.danger ? { color: 'red.8' } : {})}
              disabled={choice.reason !== undefined}
              onClick={() => {
                // What the choice opens gives the focus back to the button: the choice itself is gone by then.
                focusButton();
                choice.run();
              }}
            >
              {choice.label}
              {choice.reason ? <div className={style.reason}>{choice.reason}</div> : null}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
