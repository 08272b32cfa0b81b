/** Forms with changes that are not saved: who would throw the page away asks here first. */
const changed = new Set<string>();

export function markUnsaved(id: string, isChanged: boolean) {
  if (isChanged) changed.add(id);
  else changed.delete(id);
}

export function hasUnsaved(): boolean {
  return changed.size > 0;
}
