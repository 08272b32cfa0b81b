/** A short form in a dialog above its list. */
import { type KeyboardEvent, type ReactNode, useContext } from 'react';
import { Dialog } from '../dialog.tsx';
import { onDemand } from '../on-demand.tsx';
import { StepNews, useStepOver } from '../over/step-over.ts';
import style from './form.module.css';

const OverNote = onDemand(() => import('../over/over-note.tsx').then((file) => file.OverNote));

/** The record that a dialog is about: its number and what it is, then what tells it from others. */
export type Subject = { what: ReactNode; which: ReactNode };

type FormDialogProps = {
  title: ReactNode;
  /** Shown at the top, because the record itself may be hidden: a dialog opens from lists too. */
  subject?: Subject;
  close: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

export function FormDialog({ subject, children, ...dialog }: FormDialogProps) {
  const over = useStepOver();
  const news = useContext(StepNews);
  return (
    <Dialog {...dialog} size="lg" stays>
      {subject ? (
        <p className={style.subject}>
          <b>{subject.what}</b>
          <span>{subject.which}</span>
        </p>
      ) : null}
      {over ? <OverNote>{over}</OverNote> : news}
      {children}
    </Dialog>
  );
}
