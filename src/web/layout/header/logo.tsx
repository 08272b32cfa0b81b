/** A drop in the brand's blue. */
export function Logo({ size = 28 }: { size?: number }) {
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
