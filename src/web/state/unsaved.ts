/** Forms with changes that are not saved: who would throw the page away asks here first. */
const changed = new Set<string>();

export function markUnsaved(id: string, isChanged: boolean) {
  if (isChanged) changed.add(id);
  else changed.delete(id);
}

/** Acts that were pressed and are under way. */
const underWay = new Set<string>();

export function markUnderWay(id: string, isUnderWay: boolean) {
  if (isUnderWay) underWay.add(id);
  else underWay.delete(id);
}

/** Whether the page cannot go without asking its person to begin again. */
export function wouldLose(): boolean {
  return changed.size > 0 || underWay.size > 0;
}

export function hasUnsaved(): boolean {
  return changed.size > 0;
}

/** Asked before somebody signs out; false stays. */
let beforeSignOut: () => Promise<boolean> = () => Promise.resolve(true);

export function askBeforeSignOut(ask: () => Promise<boolean>) {
  beforeSignOut = ask;
}

export function maySignOut(): Promise<boolean> {
  return beforeSignOut();
}
