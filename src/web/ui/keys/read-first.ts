/**
 * What was opened or asked by an Enter is not answered by the same press: a key that bounces, is held, or comes sooner
 * than a person can read.
 */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';

/** A person needs this long to read a line and to press a key because of it. */
export const READING_MS = 1000;

type Pressed = { key: string; repeat: boolean; isInField: boolean };
type Begins = 'in a field' | 'on a button';

/** Whether a key is not taken. @param elapsedMs since what it answers is shown */
export function isTooSoon({ key, repeat, isInField }: Pressed, elapsedMs: number, begins: Begins): boolean {
  if (key !== 'Enter' || (begins === 'in a field' && !isInField)) return false;
  return repeat || elapsedMs < READING_MS;
}

const pressed = ({ key, repeat, target }: KeyboardEvent): Pressed => ({
  ...{ key, repeat },
  isInField: target instanceof HTMLInputElement,
});

/** For `onKeyDownCapture` around fields: a key that is held sends nothing a second time. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (isTooSoon(pressed(event), READING_MS, 'in a field')) event.preventDefault();
}

/**
 * For `onKeyDownCapture` around what an Enter has opened: it is answered by an Enter after it was read. On a button of a
 * form Enter is taken at once, because a person went there; on a button that got the focus by itself it is not.
 * @param shown what a person reads; another value begins the time again.
 */
export function useReadFirst(shown: string, begins: Begins = 'in a field') {
  const since = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins when something else is shown
  useLayoutEffect(() => {
    since.current = performance.now();
  }, [shown]);
  return (event: KeyboardEvent) => {
    if (isTooSoon(pressed(event), performance.now() - since.current, begins)) event.preventDefault();
  };
}
