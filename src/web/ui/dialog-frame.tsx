import { Modal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.ts';
import style from './form/form.module.css';

/** After the dialog's own trap has put the focus on its first button. */
const FOCUS_TRAP_MS = 60;
/** A day is not among them: its calendar would cover what is below before anybody asked for it. */
const FIRST_FIELD = 'input:not([type=hidden], [data-opens]), select, textarea';
/** So long a form may take until its fields are here; later nobody is waiting for the focus. */
const FIELDS_COME_MS = 3000;

export type DialogProps = {
  title: ReactNode;
  close: () => void;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** A click beside it does not close it: something was typed in it. */
  stays?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/**
 * With a mouse and keys a form begins in its first field; on phones that would open the keyboard unasked. Without any field it begins
 * on the button that Enter is meant for: that of the step, or Cancel if the step destroys something or gives money away
 * (form-page.tsx).
 */
function useFirstFocus(isForm: boolean) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isForm) return;
    let button: HTMLElement | null = null;
    const begin = () => {
      const form = body.current;
      const { activeElement } = document;
      // A field that comes later takes the focus from the button.
      if (!form || (form.contains(activeElement) && activeElement !== button)) return;
      const field = form.querySelector<HTMLElement>(FIRST_FIELD);
      if (field && matchMedia('(pointer: fine)').matches) return field.focus();
      if (field || activeElement === button) return;
      button = form.querySelector<HTMLElement>('[data-begins]');
      button?.focus({ preventScroll: true });
    };
    // Fields that are loaded with the first dialog come after it, or take the place of the one that has the focus.
    const changes = new MutationObserver(begin);
    const timer = setTimeout(() => {
      begin();
      if (body.current) changes.observe(body.current, { childList: true, subtree: true });
    }, FOCUS_TRAP_MS);
    const end = setTimeout(() => changes.disconnect(), FIELDS_COME_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(end);
      changes.disconnect();
    };
  }, [isForm]);
  return body;
}

/** The dialog itself; use it through dialog.tsx, which loads it when it opens. */
export function DialogFrame({ title, close, size = 'md', stays = false, children, onKeyDown }: DialogProps) {
  const t = useTexts('common');
  const body = useFirstFocus(stays);
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
