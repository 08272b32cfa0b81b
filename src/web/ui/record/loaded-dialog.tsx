/** A step from outside the page of its record: a dialog that asks for the record as it is now, and then is the dialog of the step. */
import type { ReactNode } from 'react';
import { FormDialog } from '../form/form-dialog.tsx';
import { Failed } from '../list/empty.tsx';
import { useFocusBack } from '../use-focus-back.ts';
import { RecordSkeleton } from './record-page.tsx';

type LoadedDialogProps<T> = {
  title: string;
  answer: { data: T | undefined; error: unknown; refetch: () => unknown };
  close: () => void;
  /** The dialog of the step. */
  children: (record: T) => ReactNode;
};

export function LoadedDialog<T>({ title, answer, close, children }: LoadedDialogProps<T>) {
  // The dialog that waits goes before the one of the step opens: neither knows what had the focus before both.
  useFocusBack();
  const { data, error, refetch } = answer;
  if (data !== undefined) return children(data);
  return (
    <FormDialog title={title} close={close}>
      {error ? <Failed error={error} retry={refetch} /> : <RecordSkeleton />}
    </FormDialog>
  );
}
