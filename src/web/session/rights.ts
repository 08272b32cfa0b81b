/**
 * Which rights the answers of the server are for (`shared/rights.ts`). If they are others than before, the person was
 * given or taken something: menu and buttons are made again at once.
 */
import { RIGHTS_HEADER } from '#shared/rights.ts';
import { signalChange } from '../calls/change-signals.ts';

let seen: string | null = null;

/** @param header reads a header of an answer */
export function seeRights(header: (name: string) => string | null) {
  const version = header(RIGHTS_HEADER);
  if (!version || version === seen) return;
  const isFirst = seen === null;
  seen = version;
  // The frame asks for them itself when it opens.
  if (!isFirst) signalChange('rights');
}
