import { Modal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';
import style from './form/form.module.css';

/** After the dialog's own trap has put the focus on its first button. */
const FOCUS_TRAP_MS = 60;

export type DialogProps = {
  title: ReactNode;
  close: () => void;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A click beside it does not close it: something was typed in it. */
  stays?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** With a mouse and keys a form begins in its first field; on phones that would open the keyboard unasked. */
function useFirstField(isForm: boolean) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isForm || !matchMedia('(pointer: fine)').matches) return;
    const timer = setTimeout(() => {
      const field = body.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea');
      if (!body.current?.contains(document.activeElement)) field?.focus();
    }, FOCUS_TRAP_MS);
    return () => clearTimeout(timer);
  }, [isForm]);
  return body;
}

/** The dialog itself; use it through dialog.tsx, which loads it when it opens. */
export function DialogFrame({ title, close, size = 'md', stays = false, children, onKeyDown }: DialogProps) {
  const t = useTexts('common');
  const body = useFirstField(stays);
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      classNames={{ title: style.dialogTitle ?? '' }}
      // The page has its banner: what heads a dialog is none.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      closeOnClickOutside={!stays}
      {...(onKeyDown ? { onKeyDown } : {})}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
