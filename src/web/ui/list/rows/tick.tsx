/** A box to tick, the browser's own: Mantine's costs every list 3 kB. */
import type { ReactNode } from 'react';
import style from '../list.module.css';

type TickProps = {
  checked: boolean;
  change: (checked: boolean) => void;
  /** Some, but not all, of what it stands for. */
  isPartly?: boolean;
  /** Beside it; without one `spoken` names it. */
  label?: ReactNode;
  spoken?: string;
};

export function Tick({ checked, change, isPartly = false, label, spoken }: TickProps) {
  const box = (
    <input
      type="checkbox"
      className={style.tick}
      aria-label={spoken}
      checked={checked}
      ref={(input) => {
        if (input) input.indeterminate = isPartly;
      }}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is within it
    <label className={style.tickLine}>
      {box}
      <span>{label}</span>
    </label>
  );
}
