import { aqua, brand, Drawing } from './pictures.tsx';

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
