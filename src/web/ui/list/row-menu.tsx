/** The menu at the end of a row. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTexts } from '../../texts.ts';

export type RowAction = {
  label: string;
  run: () => unknown;
  danger?: boolean;
  /** Why it is not possible; shown below its name. */
  reason?: string | undefined;
};

type RowMenuProps = { name: string; actions: readonly RowAction[] };

export function RowMenu({ name, actions }: RowMenuProps) {
  const t = useTexts('common');
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions.more', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            {...(action.danger ? { color: 'red' } : {})}
            disabled={action.reason !== undefined}
            title={action.reason}
            onClick={() => action.run()}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
