import { aqua, brand, Drawing } from './pictures.tsx';

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
