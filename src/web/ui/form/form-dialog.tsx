/** A short form in a dialog above its list. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from '../dialog.tsx';

type FormDialogProps = {
  title: ReactNode;
  close: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

export function FormDialog(dialog: FormDialogProps) {
  return <Dialog {...dialog} size="lg" stays />;
}
