/**
 * The browser's own modal dialog, for what opens over the frame (palette, bell, help): it traps the focus, closes
 * with Escape and a press beside it, and gives the focus back. Costs the first load nothing.
 */
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

type NativeDialogProps = {
  label: string;
  close: () => void;
  className?: string | undefined;
  /** In pixels, if there is room. */
  width?: number;
  /** A press beside it does not close it: something is typed in it. */
  stays?: boolean;
  children: ReactNode;
};

export function NativeDialog({ label, close, className, width, stays = false, children }: NativeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key is pressed: it is typed into the dialog.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const pressBeside = (event: MouseEvent) => {
    if (!stays && event.target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the dialog's own
    <dialog
      ref={dialog}
      aria-label={label}
      className={className}
      style={width ? { width } : undefined}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={pressBeside}
    >
      {children}
    </dialog>
  );
}
