import { Menu } from '@mantine/core';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import style from './drop-menu.module.css';
import type { MenuChoice } from './drop-menu.tsx';

type DropMenuListProps = {
  button: ReactElement;
  choices: readonly MenuChoice[];
  head?: ReactNode;
  isOpen: boolean;
  close: () => void;
  run: (choice: MenuChoice) => void;
};

/** The open menu of a DropMenu. */
export function DropMenuList({ button, choices, head, isOpen, close, run }: DropMenuListProps) {
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={(opened) => (opened ? undefined : close())}>
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
              onClick={() => run(choice)}
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
