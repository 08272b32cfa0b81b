/** The two brand ramps, the cool greys and the meanings. Text pairs are tested for AA in colours.test.ts. */
import type { MantineColorsTuple } from '@mantine/core';

/** Primary #4466f2 at 6. */
export const brand: MantineColorsTuple = [
  '#eef2ff',
  '#dfe6ff',
  '#bccafe',
  '#97adfb',
  '#7891f7',
  '#5c7bf5',
  '#4466f2',
  '#3552d6',
  '#2a42ad',
  '#213485',
];
/** Secondary #1ea6ec at 5: graphics and large fills only, never text on white. */
export const aqua: MantineColorsTuple = [
  '#e6f6fe',
  '#cbeafc',
  '#9cd7f8',
  '#68c2f4',
  '#3fb2f0',
  '#1ea6ec',
  '#138fd0',
  '#0f73a8',
  '#0c5a85',
  '#084463',
];
export const grey: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f7',
  '#e6e9f0',
  '#d5dae4',
  '#b3bbc9',
  '#8a94a6',
  '#626d80',
  '#475063',
  '#2c3444',
  '#181d29',
];
/** Surfaces of the dark theme: 7 is the page, 6 a card, 4 a line, 0 text. */
export const dark: MantineColorsTuple = [
  '#e3e7ef',
  '#b9c1cf',
  '#98a2b4',
  '#717c90',
  '#3d4659',
  '#2e3647',
  '#1f2634',
  '#151a25',
  '#10141d',
  '#0b0e15',
];

export type Tone = 'grey' | 'blue' | 'amber' | 'green' | 'red' | 'violet';
type Pair = { soft: string; ink: string };
/** State chips and notices: soft ground and the text on it. */
export const tones: Record<'light' | 'dark', Record<Tone, Pair>> = {
  light: {
    grey: { soft: '#eef0f5', ink: '#475063' },
    blue: { soft: '#e8edff', ink: '#2a42ad' },
    amber: { soft: '#fff3d6', ink: '#7a4a00' },
    green: { soft: '#e0f6e9', ink: '#0f6136' },
    red: { soft: '#fde8e8', ink: '#a51d24' },
    violet: { soft: '#f1e9fe', ink: '#5f2eb0' },
  },
  dark: {
    grey: { soft: '#2a3242', ink: '#c3cad7' },
    blue: { soft: '#212f63', ink: '#bccafe' },
    amber: { soft: '#43320d', ink: '#fbd37c' },
    green: { soft: '#143a27', ink: '#8fe0b2' },
    red: { soft: '#4a1d22', ink: '#fcb3b3' },
    violet: { soft: '#38245c', ink: '#d5bdfb' },
  },
};
export const TONES = Object.keys(tones.light) as Tone[];

/** Text and surfaces. */
export const surfaces = {
  light: {
    page: '#f6f7fa',
    surface: '#ffffff',
    sunken: '#f1f3f7',
    line: '#e3e7ee',
    ink: '#181d29',
    'ink-soft': '#5b6577',
    link: '#3552d6',
  },
  dark: {
    page: '#10141d',
    surface: '#171c28',
    sunken: '#10141d',
    line: '#2b3344',
    ink: '#e3e7ef',
    'ink-soft': '#a3adbf',
    link: '#97adfb',
  },
};

/** The custom properties of one colour scheme, for style sheets. */
export function colourVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const chips = TONES.flatMap((tone) => [
    [`--${tone}-soft`, tones[scheme][tone].soft],
    [`--${tone}-ink`, tones[scheme][tone].ink],
  ]);
  const plain = Object.entries(surfaces[scheme]).map(([name, value]) => [`--${name}`, value]);
  return Object.fromEntries([...plain, ...chips]);
}
