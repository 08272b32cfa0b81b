/** The menu at the end of a row. */
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { DropMenu } from '../../menu/drop-menu.tsx';
import type { MenuChoice } from '../../menu/menu-choice.ts';
import style from '../list.module.css';

export type RowAction = Omit<MenuChoice, 'label'> & {
  label: string;
  /** A single key that does it to the row that has the focus. */
  shortcut?: string;
};

type RowMenuProps = { name: string; actions: readonly RowAction[] };

export function RowMenu({ name, actions }: RowMenuProps) {
  const t = useTexts('common');
  if (actions.length === 0) return null;
  return (
    <DropMenu
      choices={actions}
      trigger={(props) => (
        <ActionIcon
          {...props}
          className={style.rowMenu}
          variant="subtle"
          color="gray"
          aria-label={t('actions.more', { name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      )}
    />
  );
}
