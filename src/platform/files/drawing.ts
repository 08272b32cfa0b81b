/**
 * Whether a text is a drawing (SVG), and whether it asks for too much work. Both read the text once from its begin to
 * its end: a pattern with repetitions within one another may take longer than anybody lives.
 */

/** True if the text begins as a drawing does. What declares entities is none: they may unfold without end. */
export function isDrawing(start: string): boolean {
  let rest = start.replace(/^\uFEFF/, '').trimStart();
  if (/^<\?xml/i.test(rest)) rest = behind(rest, '>');
  rest = behindComments(rest);
  if (/^<!DOCTYPE svg/i.test(rest)) {
    const declaration = rest.slice(0, rest.indexOf('>'));
    if (declaration.includes('[')) return false;
    rest = behindComments(behind(rest, '>'));
  }
  return /^<svg[\s>]/i.test(rest);
}

function behindComments(text: string): string {
  let rest = text;
  while (rest.startsWith('<!--')) rest = behind(rest, '-->');
  return rest;
}

/** What follows the mark; nothing if it is not there. */
function behind(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length).trimStart();
}

/** Elements that draw something else again: within one another, they multiply to minutes of drawing. */
const REPEATING = /<\s*(?:[\w-]+:)?(?:use|pattern|marker|mask|filter|clipPath)\b/gi;
/** Steps of filters: each works on every pixel. */
const FILTER_STEPS = /<\s*(?:[\w-]+:)?fe[A-Z]/g;
const GRADIENT = /<\s*(?:[\w-]+:)?(?:linear|radial)Gradient\b[^<>]*?\sid\s*=\s*["']([^"'<>]{1,200})["']/gi;
const ID = /\sid\s*=\s*["']([^"'<>]{1,200})["']/gi;
/** A reference in any attribute or style: what it names is a filter, a mask, a pattern … */
const REFERENCE = /url\(\s*["']?\s*#?([^"')\s]{0,200})/gi;
/** Effects that need no reference. */
const EFFECT =
  /(?<![\w-])(?:filter|backdrop-filter|mask|mix-blend-mode|isolation)\s*[=:]\s*["']?\s*(?!none|url|["'\s])/gi;
const OPACITY = /(?<![\w-])opacity\s*[=:]/gi;
/** In a style sheet, one line means any number of elements. */
const SHEET = /<\s*(?:[\w-]+:)?style\b[^<>]*>([^<]*(?:<!\[CDATA\[[^<]*)?)/gi;
const SHEET_EFFECT = /(?:filter|mask|marker|mix-blend-mode|isolation|fill|stroke)[\w-]*\s*:[^;}]{0,300}/gi;

const MOST = { repeats: 20, steps: 60, uses: 20, opacities: 200, depth: 40 };

/** True for a drawing that no honest one is like. What passes is drawn by a process that ends after some seconds. */
export function isTooHeavy(drawing: string): boolean {
  const text = spelledOut(drawing);
  const { elements, depth } = shapeOf(text);
  const gradients = gradientsOf(text);
  const isHeavyReference = (id = '') => !gradients.has(id);
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
  const references = [...text.matchAll(REFERENCE)].filter(([, id]) => isHeavyReference(id)).length;
  const sheets = [...text.matchAll(SHEET)].map(([, sheet = '']) => sheet).join('\n');
  const heavyRules = [...sheets.matchAll(SHEET_EFFECT)].filter(([rule]) => {
    const named = [...rule.matchAll(REFERENCE)];
    return named.length > 0
      ? named.some(([, id]) => isHeavyReference(id))
      : [...rule.matchAll(EFFECT)].length > 0;
  }).length;
  return (
    count(REPEATING) > MOST.repeats ||
    count(FILTER_STEPS) > MOST.steps ||
    references + count(EFFECT) + heavyRules * elements > MOST.uses ||
    count(OPACITY) > MOST.opacities ||
    depth > MOST.depth ||
    /data:image\/svg/i.test(text)
  );
}

/** Characters that are written as numbers, in XML or in styles, as themselves. */
function spelledOut(text: string): string {
  const character = (digits: string, base: number) => {
    const code = Number.parseInt(digits, base);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  };
  return text
    .replace(/&#x0*([0-9a-f]{1,6});/gi, (_, digits: string) => character(digits, 16))
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => character(digits, 10))
    .replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, digits?: string, other?: string) =>
      digits ? character(digits, 16) : (other ?? ''),
    );
}

/** Ids that name gradients and nothing else: their use costs nothing, and drawings have hundreds of it. */
function gradientsOf(text: string): Set<string> {
  const all = [...text.matchAll(ID)].map(([, id = '']) => id);
  const times = new Map<string, number>();
  for (const id of all) times.set(id, (times.get(id) ?? 0) + 1);
  const named = [...text.matchAll(GRADIENT)].map(([, id = '']) => id);
  return new Set(named.filter((id) => times.get(id) === 1));
}

/** How many elements there are, and how many of them are within one another. */
function shapeOf(text: string): { elements: number; depth: number } {
  let elements = 0;
  let open = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = endOfTag(text, at);
    if (end < 0) break;
    const next = text[at + 1];
    if (next === '/') open -= 1;
    else if (next !== '!' && next !== '?') {
      elements += 1;
      depth = Math.max(depth, open + 1);
      if (text[end - 1] !== '/') open += 1;
    }
    at = end;
  }
  return { elements, depth };
}

/** The place at which the tag or comment ends that begins here; a `>` within quotes is none. */
function endOfTag(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return endAt(text, '-->', at);
  if (text.startsWith('<![CDATA[', at)) return endAt(text, ']]>', at);
  if (text[at + 1] === '!' || text[at + 1] === '?') return endAt(text, '>', at);
  let quote = '';
  for (let place = at + 1; place < text.length; place += 1) {
    const character = text[place] ?? '';
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return place;
  }
  return -1;
}

function endAt(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length - 1;
}
