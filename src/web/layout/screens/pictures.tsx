/** Line drawings of the message screens: two brand colours on any theme. */
import type { ReactNode } from 'react';

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 180 120"
      fill="none"
      aria-hidden="true"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="90" cy="108" rx="62" ry="5" fill="var(--line)" />
      {children}
    </svg>
  );
}

export const brand = 'var(--mantine-color-brand-5)';
export const aqua = 'var(--mantine-color-aqua-5)';

/** A tap whose drop does not come. */
export function SlowPicture() {
  return (
    <Drawing>
      <path
        d="M34 44h46v-12h-10V22h34v10H94v12h22c16 0 26 10 26 26v6h-20v-4c0-6-4-10-10-10H34z"
        stroke={brand}
      />
      <path
        d="M132 84c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14z"
        fill={aqua}
        stroke={aqua}
        strokeDasharray="1 7"
        fillOpacity="0.15"
      />
    </Drawing>
  );
}
