/**
 * Consumers do not load what only staff have. Staff get it before their first page; so does a person who opens an address
 * that no consumer has, because only then is it known whether the address exists.
 */
import { loadChunk } from '../chunk.ts';
import { readPerson, whoIs } from '../session/session.ts';
import { wire, wiring } from '../wiring.ts';

let areAdded = false;

/** True if this person has pages that consumers do not have. */
export function isOfStaff(): boolean {
  const person = readPerson();
  return person !== null && whoIs(person.role) !== 'consumer';
}

/** Adds them to the wiring once. True if this call added them. */
export async function addStaffPages(): Promise<boolean> {
  if (areAdded) return false;
  const staff = await loadChunk(wiring().staffPages);
  if (areAdded) return false;
  areAdded = true;
  const own = wiring();
  const names = staff.staffNames;
  wire({
    ...own,
    pages: [...own.pages.map((page) => ({ ...page, title: names[page.path] ?? page.title })), ...staff.pages],
    menu: [...own.menu, ...staff.menu],
    consumerPanels: [...own.consumerPanels, ...staff.consumerPanels].toSorted((a, b) => a.order - b.order),
  });
  return true;
}
