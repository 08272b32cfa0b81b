/** A sheet over the page that a key or a button of the frame opens: what it is called, what can be done with it, and the button that closes it. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { NativeDialog } from '../native-dialog.tsx';
import style from './overlay-sheet.module.css';

type OverlayHeadProps = {
  title: string;
  close: () => void;
  className?: string | undefined;
  children?: ReactNode;
};

export function OverlayHead({ title, close, className = style.head, children }: OverlayHeadProps) {
  const common = useTexts('common');
  return (
    <header className={className}>
      <h2>{title}</h2>
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={common('actions.close')}
        onClick={close}
      >
        <IconX size={18} />
      </ActionIcon>
    </header>
  );
}

type OverlaySheetProps = { title: string; close: () => void; width: number; children: ReactNode };

export function OverlaySheet({ title, close, width, children }: OverlaySheetProps) {
  return (
    <NativeDialog label={title} close={close} className={style.sheet} width={width}>
      <OverlayHead title={title} close={close} />
      {children}
    </NativeDialog>
  );
}
