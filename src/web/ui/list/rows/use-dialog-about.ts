/** A dialog about rows of a list. Who asks for it learns how it ended: rows that were selected are selected no more if it is done. */
import { useState } from 'react';

/**
 * `ask` opens the dialog about something and answers true when it is done, false when it is closed without; `about` is what it is about now.
 */
export function useDialogAbout<About>() {
  const [open, setOpen] = useState<{ about: About; answer: (isDone: boolean) => void } | null>(null);
  const end = (isDone: boolean) => {
    open?.answer(isDone);
    setOpen(null);
  };
  return {
    about: open?.about,
    ask: (about: About) => new Promise<boolean>((answer) => setOpen({ about, answer })),
    close: () => end(false),
    done: () => end(true),
  };
}
