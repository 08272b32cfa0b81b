import { Modal } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../texts.ts';
import style from './form/form.module.css';

export type DialogProps = {
  title: ReactNode;
  close: () => void;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A click beside it does not close it: something was typed in it. */
  stays?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** The dialog itself; use it through dialog.tsx, which loads it when it opens. */
export function DialogFrame({ title, close, size = 'md', stays = false, children, onKeyDown }: DialogProps) {
  const t = useTexts('common');
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      classNames={{ title: style.dialogTitle ?? '' }}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      closeOnClickOutside={!stays}
      {...(onKeyDown ? { onKeyDown } : {})}
    >
      {children}
    </Modal>
  );
}
