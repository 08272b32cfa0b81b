/** A browser's long self-description as two words a person recognises: "Chrome · Android". */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

export function deviceName(description: string): { name: string; isPhone: boolean } {
  const first = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(description))?.[1];
  const words = [first(BROWSERS), first(SYSTEMS)].filter((word) => word !== undefined);
  return { name: words.join(' · '), isPhone: /Mobile|Android|iPhone/.test(description) };
}
