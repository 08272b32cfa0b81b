/** The place to which the eye and the screen reader go after something was sent. */
import { useEffect, useRef } from 'react';

/** The page is drawn again when the answers come: a focus that is lost by that is given again, at these moments. */
const LOOKS_MS = [100, 300, 700, 1500, 3000];

/** @param isSent it was sent on this page, which was scrolled down to its button: the heading comes into sight, with the focus */
export function useArrival(isSent: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isSent) return;
    const arrive = () => heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
    arrive();
    const timers = LOOKS_MS.map((ms) => setTimeout(() => (isLost() ? arrive() : undefined), ms));
    // A key or a press means that the person goes on alone.
    const stop = () => timers.forEach(clearTimeout);
    document.addEventListener('keydown', stop);
    document.addEventListener('pointerdown', stop);
    return () => {
      stop();
      document.removeEventListener('keydown', stop);
      document.removeEventListener('pointerdown', stop);
    };
  }, [isSent]);
  return heading;
}

/** On nothing, or on the head of the page. */
function isLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.id === 'content' ||
    activeElement.matches('h1')
  );
}
