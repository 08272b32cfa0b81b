/** An icon that may still be loaded. It keeps its place meanwhile; without the boundary all that is around it would wait. */
import { Suspense } from 'react';
import type { MenuIcon } from './menu-groups.ts';

export function LoadedIcon({ icon: Icon, size }: { icon: MenuIcon; size: number }) {
  return (
    <Suspense fallback={<svg width={size} height={size} aria-hidden="true" />}>
      <Icon size={size} stroke={1.7} aria-hidden="true" />
    </Suspense>
  );
}
