/** What happened to a record since a dialog about it was opened; the newest first. */
import { useState } from 'react';

/** @param events the oldest first. If none came since, because the record was old news when the dialog opened: the last one. */
export function useMeanwhile<E>(events: readonly E[]): readonly E[] {
  const [known] = useState(events.length);
  return (events.length > known ? events.slice(known) : events.slice(-1)).toReversed();
}
