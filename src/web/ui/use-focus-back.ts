import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog. Dialogs here exist only while they are open, so Mantine's own
 * return, which waits for `opened` to change, never comes. If that element is gone, the page's content takes it.
 */
export function useFocusBack() {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      // The dialog's own focus trap lets go first.
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const back =
          opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('content');
        back?.focus({ preventScroll: true });
      });
    };
  }, []);
}
