/** Drawings that multiply their work, by any attribute, and honest ones that look alike. */
import { expect, test } from 'vitest';
import { isDrawing, isTooHeavy } from './drawing.ts';

const MANY = 60;
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="500" height="500">${inside}</svg>`;
const FILTER = '<filter id="f"><feGaussianBlur stdDeviation="200"/></filter>';
const rows = (attributes: string) => `<rect ${attributes} width="9" height="9"/>`.repeat(MANY);
const nested = (attributes: string) =>
  `${`<g ${attributes}>`.repeat(MANY)}<rect width="9" height="9"/>${'</g>'.repeat(MANY)}`;

/** The properties of SVG 2 that may be written as attributes, and names that are none: a reference counts anywhere. */
const ATTRIBUTES = [
  ...[
    'alignment-baseline',
    'baseline-shift',
    'clip',
    'clip-path',
    'clip-rule',
    'color',
    'color-interpolation',
  ],
  ...['color-interpolation-filters', 'cursor', 'd', 'direction', 'display', 'dominant-baseline', 'fill'],
  ...['fill-opacity', 'fill-rule', 'filter', 'flood-color', 'flood-opacity', 'font-family', 'font-size'],
  ...['image-rendering', 'lighting-color', 'marker', 'marker-end', 'marker-mid', 'marker-start', 'mask'],
  ...['mask-type', 'opacity', 'overflow', 'paint-order', 'pointer-events', 'shape-rendering', 'stop-color'],
  ...[
    'stroke',
    'stroke-dasharray',
    'stroke-width',
    'text-anchor',
    'transform',
    'vector-effect',
    'visibility',
  ],
  ...['word-spacing', 'writing-mode', 'enable-background', 'of-tomorrow', 'x:filter'],
];

test.each(ATTRIBUTES)('%s, sixty times, beside or within one another', (name) => {
  for (const reference of ['url(#f)', ' URL( "#f" ) ', '&#117;rl(#f)', '&#x75;rl(&#35;f)', 'u\\72l(#f)']) {
    const value = reference.replaceAll('"', "'");
    for (const attribute of [
      `${name}="${value}"`,
      `style="${name}:${value}"`,
      `style='x:y;${name} : ${reference}'`,
    ]) {
      expect([attribute, isTooHeavy(svg(FILTER + rows(attribute)))]).toEqual([attribute, true]);
      expect(isTooHeavy(svg(FILTER + nested(attribute)))).toBe(true);
    }
  }
});

test.each([
  ['effects without a reference', rows('filter="blur(200)"')],
  ['effects in styles', rows('style="mix-blend-mode:multiply"')],
  [
    'a style sheet that means every element',
    `<style>rect { fill: red; filter: url(#f) }</style>${FILTER}${rows('')}`,
  ],
  ['a style sheet without a reference', `<style><![CDATA[rect{filter:blur(90px)}]]></style>${rows('')}`],
  ['groups within one another', nested('opacity=".9"')],
  ['see-through parts', rows('opacity=".5"').repeat(4)],
  ['a filter of many steps', `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(61)}</filter>`],
  ['use', '<use href="#a"/>'.repeat(21)],
  ['with another name of its space', '<s:use href="#a"/>'.repeat(21)],
  ['a drawing within', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
  ['a gradient and a filter of one name', `<linearGradient id="f"/>${FILTER}${rows('filter="url(#f)"')}`],
])('%s', (_what, inside) => {
  expect(isTooHeavy(svg(inside))).toBe(true);
});

test.each([
  [
    'gradients, used often',
    `<linearGradient x1="0" id="a"/><radialGradient id='b'/>${rows('fill="url(#a)"').repeat(9)}`,
  ],
  [
    'a gradient by a style sheet',
    `<linearGradient id="a"/><style>.a{fill:url(#a)}</style>${rows('class="a"').repeat(9)}`,
  ],
  [
    'a shadow',
    `${FILTER}${'<g filter="url(#f)"><rect/></g>'.repeat(9)}${rows('fill-opacity=".5"').repeat(9)}`,
  ],
  ['paths, many', rows('style="fill:red;stroke:none;opacity:1"').repeat(3) + rows('d="M0 0"').repeat(99)],
  ['a comment that contains tags', `<!-- ${'<g>'.repeat(99)} -->`],
  ['a sign in quotes', '<text a=">">x</text>'.repeat(99)],
])('honest: %s', (_what, inside) => {
  expect(isTooHeavy(svg(inside))).toBe(false);
});

test.each([
  ['<svg>', true],
  [
    '\uFEFF <?xml version="1.0"?>\n<!-- a --> <!-- b -->\n<!DOCTYPE svg PUBLIC "x">\n<!-- c --><SVG width="1">',
    true,
  ],
  ['<!DOCTYPE svg [<!ENTITY a "a">]><svg>', false],
  ['<svgx>', false],
  ['<html><svg>', false],
  ['<!-- <svg>', false],
  ['', false],
])('%j begins as a drawing: %s', (start, expected) => {
  expect(isDrawing(start)).toBe(expected);
});

/** Each of them, read by a pattern with repetitions within one another, holds the program up for longer than a year. */
test.each([
  ['comments', '<!---->'.repeat(600)],
  ['comments and spaces', '<!-- --> '.repeat(450)],
  ['a declaration', `<?xml ${'?'.repeat(4000)}`],
  ['a document type', `<!DOCTYPE svg${' '.repeat(4000)}`],
])('a text of %s is read at once', (_what, text) => {
  expect(isDrawing(`${text}x`)).toBe(false);
});

test.each([
  ['<', '<'.repeat(1_000_000)],
  ['quotes', '<a "'.repeat(250_000)],
  ['spaces', `<${' '.repeat(1_000_000)}`],
  ['names', `<${'a'.repeat(1_000_000)}`],
  ['numbers', '&#0'.repeat(300_000)],
  ['zeros', `&#${'0'.repeat(1_000_000)}`],
  ['gradients', '<linearGradient '.repeat(60_000)],
  ['ids', ' id='.repeat(250_000)],
  ['spaces of an id', ` id${' '.repeat(1_000_000)}`],
  ['references', 'url('.repeat(250_000)],
  ['rules', `<style>${'filter:'.repeat(140_000)}`],
  ['sheets', '<style>'.repeat(140_000)],
  ['sections', '<style><![CDATA['.repeat(60_000)],
])('a megabyte of %s is read in one pass', (_what, text) => {
  // Some milliseconds; in square time minutes, beyond the time of a test.
  expect(isTooHeavy(text)).toBeTypeOf('boolean');
});
