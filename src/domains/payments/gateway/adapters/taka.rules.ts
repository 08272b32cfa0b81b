/** Amounts as gateways write them: taka with two decimals, in text. Never through a floating number. */

/** "115.00" of 11500 poisha. */
export function takaOf(minor: number): string {
  const poisha = String(minor % 100).padStart(2, '0');
  return `${Math.floor(minor / 100)}.${poisha}`;
}

/** Poisha of "115", "115.5" or "115.00"; undefined for anything else. */
export function minorOf(taka: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(taka.trim()) ?? [];
  if (whole === '') return undefined;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
