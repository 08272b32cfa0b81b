import { useSyncExternalStore } from 'react';
import { onConfig, webConfig } from '../../config.ts';

const ownLogo = () => webConfig().website?.logo;

/** A wide one is not shown larger than this many times its height. */
const WIDEST = 3;

/**
 * The utility's own logo, on white, because it may be drawn for paper; else a drop in the brand's blue.
 * @param drawn the drop in any case
 */
export function Logo({ size = 28, drawn = false }: { size?: number; drawn?: boolean }) {
  const own = useSyncExternalStore(onConfig, ownLogo, ownLogo);
  if (own && !drawn) {
    const width = Math.round(Math.min(own.width / own.height, WIDEST) * size);
    const style = { maxWidth: '14vw', objectFit: 'contain', background: '#fff', borderRadius: 4 } as const;
    return <img src={own.address} width={width} height={size} alt="" style={style} />;
  }
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#4466f2" />
      <path d="M16 6c4.6 5.6 7 9.2 7 12.4a7 7 0 0 1-14 0C9 15.2 11.4 11.6 16 6z" fill="#fff" />
      <path
        d="M12.6 19.2a3.6 3.6 0 0 0 3.2 3.4"
        stroke="#1ea6ec"
        strokeWidth="1.8"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}
