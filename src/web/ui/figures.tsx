/** Amounts, volumes and dates in running text; in tables the column's kind does it. */
import { useFormats } from '../texts/use-formats.ts';

/** Poisha as ৳1,23,456.50. */
export function Money({ minor }: { minor: number }) {
  return <span className="figure">{useFormats().money(minor)}</span>;
}

/** A calendar day as 12 May 2026. */
export function Day({ day }: { day: string | null | undefined }) {
  const formats = useFormats();
  return day ? <time dateTime={day}>{formats.day(day)}</time> : '—';
}

/** An instant as 12 May 2026, 03:04 PM. */
export function Instant({ at }: { at: string | null | undefined }) {
  const formats = useFormats();
  return at ? <time dateTime={at}>{formats.instant(at)}</time> : '—';
}
