/** /noc-from-rajuk: the utility sees the desks of its applications, the authority's people see their own desk. */
import { useProfile, whoIs } from '#web/session/session.ts';
import { NocList } from '../lists/noc-list.tsx';
import { DeskPanel } from './desk-panel.tsx';

export function NocPage() {
  const profile = useProfile();
  return profile !== null && whoIs(profile.role) === 'planning' ? <DeskPanel panel="desk" /> : <NocList />;
}
