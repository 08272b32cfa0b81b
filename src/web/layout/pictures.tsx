/** Line drawings of the message screens: two brand colours on whatever theme. */
import type { ReactNode } from 'react';

function Drawing({ children }: { children: ReactNode }) {
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

const brand = 'var(--mantine-color-brand-5)';
const aqua = 'var(--mantine-color-aqua-5)';

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

/** A pipe that ends. */
export function LostPicture() {
  return (
    <Drawing>
      <path d="M14 52h52v-8h14v44H66v-8H14z" stroke={brand} />
      <path d="M166 52h-52v-8h-14v44h14v-8h52z" stroke={brand} strokeDasharray="2 9" />
      <path d="M90 20v10M90 96v2M76 26l5 8M104 26l-5 8" stroke={aqua} />
    </Drawing>
  );
}

/** A spanner on a meter. */
export function RepairPicture() {
  return (
    <Drawing>
      <circle cx="90" cy="60" r="38" stroke={brand} />
      <path d="M90 60l16-14M62 72a30 30 0 0 1 56-24" stroke={aqua} />
      <path d="M14 60h38M128 60h38M14 50v20M166 50v20" stroke={brand} />
    </Drawing>
  );
}
