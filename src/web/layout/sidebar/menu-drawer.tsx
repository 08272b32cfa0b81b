import { Drawer } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import style from '../app-frame.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on narrow screens. */
export function MenuDrawer({ close }: { close: () => void }) {
  const t = useTexts('common');
  return (
    <Drawer
      opened
      onClose={close}
      size={280}
      title={t('frame.main_menu')}
      closeButtonProps={{ 'aria-label': t('actions.hide_menu') }}
      transitionProps={{ duration: 140 }}
      classNames={{ content: style.drawer ?? '', body: style.drawerBody ?? '' }}
    >
      <Sidebar />
    </Drawer>
  );
}
