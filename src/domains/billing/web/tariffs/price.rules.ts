/** An exact price as people write it: 12.5 is 12.50, 18 stays 18, 0.125 stays whole. */
export function price(decimal: string): string {
  return decimal.replace(/\.(\d)$/, '.$10');
}
