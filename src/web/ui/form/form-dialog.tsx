/** A short form in a dialog above its list. The form inside says `noGuard: true`: the list stays where it is. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts.ts';
import style from './form.module.css';

type FormDialogProps = { title: ReactNode; close: () => void; children: ReactNode };

export function FormDialog({ title, close, children }: FormDialogProps) {
  const t = useTexts('common');
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      classNames={{ title: style.dialogTitle ?? '' }}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      closeOnClickOutside={false}
    >
      {children}
    </Modal>
  );
}
