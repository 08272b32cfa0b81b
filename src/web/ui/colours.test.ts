import { expect, test } from 'vitest';
import { brand, surfaces, TONES, tones } from './colours.ts';

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const AA = 4.5;

test('white on the primary button is AA', () => {
  expect(contrast('#ffffff', brand[6])).toBeGreaterThanOrEqual(AA);
});

test.each(['light', 'dark'] as const)('every text pair of the %s theme is AA', (scheme) => {
  const { page, surface, sunken, ink, link } = surfaces[scheme];
  for (const ground of [page, surface, sunken]) {
    for (const text of [ink, surfaces[scheme]['ink-soft'], link]) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(AA);
    }
  }
  for (const tone of TONES) {
    const { soft, ink: text } = tones[scheme][tone];
    expect(contrast(text, soft), tone).toBeGreaterThanOrEqual(AA);
    expect(contrast(text, surface), `${tone} on the surface`).toBeGreaterThanOrEqual(AA);
  }
});
