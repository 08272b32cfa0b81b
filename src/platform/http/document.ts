/**
 * The document of a page: what the browser needs first is written into it, so that nothing waits for something else to ask
 * for it. That is the configuration (the same for everybody, nothing of a person) and the names of the files that this page
 * loads, with the texts of the language in which it will show.
 */
import { createHash } from 'node:crypto';
import { detectLanguage } from '#shared/language/detect-language.ts';

const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As the build wrote it (tools/browser/first-load.ts). */
export type FirstLoad = {
  path: string;
  files: Record<Language, string[]>;
  firstCall?: { service: string; path: string };
  /** It is drawn into the document. */
  firstView?: boolean;
};
/** What /config.json says. */
export type BrowserConfig = {
  services: Record<string, string>;
  companyName?: string;
  companyNameBn?: string;
  maintenance?: boolean;
  website?: { languages?: readonly Language[]; favicon?: { address: string } | null };
};

/** In which language the browser will show: by the rule that it uses itself, without what only it can read. */
export function languageOf(
  address: string,
  headers: { cookie?: string; accepted?: string },
  offered: readonly Language[] = LANGUAGES,
): Language {
  const accepted = (headers.accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  return (
    detectLanguage(offered, {
      search: address.slice(address.indexOf('?') + 1 || address.length),
      cookie: headers.cookie ?? '',
      local: null,
      session: null,
      browser: accepted,
      htmlLang: '',
    }) ??
    offered[0] ??
    'en'
  );
}

/** The page at a path. @param loads a part of a path that begins with $ stands for any */
export function loadAt(loads: readonly FirstLoad[], path: string): FirstLoad | undefined {
  const parts = path.split('/');
  const fits = (pattern: string) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part === parts[index] || (part.startsWith('$') && parts[index]))
    );
  };
  // A page of its own wins over a record of that name.
  return loads.find((load) => load.path === path) ?? loads.find((load) => fits(load.path));
}

/** A name of a record as addresses have it; anything else is not asked about ahead. */
const PLAIN = /^[\w-]+$/;

/** The address of what a page asks first. */
export function firstCallOf(load: FirstLoad, path: string, config: BrowserConfig): string | undefined {
  if (!load.firstCall) return undefined;
  const base = config.services[load.firstCall.service];
  const parts = path.split('/');
  const names = load.path.split('/');
  let arePlain = true;
  const known = load.firstCall.path.replace(/\$\w+/g, (name) => {
    const value = parts[names.indexOf(name)] ?? '';
    arePlain &&= PLAIN.test(value);
    return value;
  });
  return base && arePlain ? base + known : undefined;
}

/** JSON that ends no script element. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** What is seen before any code has come, and the styles that it needs, by their file. */
export type FirstView = { html: string; styles: ReadonlyMap<string, string> };

export type DocumentParts = {
  language: Language;
  config: unknown;
  files: readonly string[];
  firstCall?: string | undefined;
  /** File of the face for Bengali letters; a script of the template loads it for who has none. */
  face?: string | undefined;
  firstView?: FirstView | undefined;
  /** Address of the utility's own icon. */
  icon?: string | undefined;
  /** The utility's name; the page's own comes before it with the code. */
  title?: string | undefined;
};

const ICON = /<link rel="icon"[^>]*>/;
const STYLE = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g;
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;
const DESCRIPTION_BN = '<meta name="description" content="পানির সংযোগ, বিল ও পরিশোধ" />';

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const ROOT = '<div id="root"></div>';

/** Addresses at which no page is. */
export const NO_PAGE = /^\/(api|files|health|assets)\//;

/** @param template the built index.html, which names the entry's files itself */
export function writeDocument(template: string, parts: DocumentParts): string {
  const { language, config, files, firstCall, face, icon, title, firstView } = parts;
  const links = files
    .filter((file) => !template.includes(`"/${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${embedded(value)}</script>`;
  const given = [data('config', config)];
  if (firstCall) given.push(data('first-call', firstCall));
  if (face && language === 'bn') given.push(data('face', `/${face}`));
  // By functions: a `$&` in somebody's text is no pattern.
  const document = template
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(TITLE, (own) => (title ? `<title>${asText(title)}</title>` : own))
    .replace(DESCRIPTION, (own) => (language === 'bn' ? DESCRIPTION_BN : own))
    .replace('</title>', () => `</title>\n    ${given.join('\n    ')}`)
    .replace(ICON, (own) => (icon ? `<link rel="icon" href="${icon}">` : own))
    .replace('</head>', () => `${links.join('\n    ')}\n  </head>`);
  return firstView ? withFirstView(document, firstView) : document;
}

/**
 * Its styles are in the document, so that it is drawn with the first bytes. The file of each stays named, but is not loaded: what
 * is named is not asked for again by a part of the code that needs it.
 */
function withFirstView(document: string, { html, styles }: FirstView): string {
  return document
    .replace(STYLE, (link, file: string) => {
      const style = styles.get(file);
      return style === undefined ? link : `<style>${style}</style>\n    ${link.replace(/>$/, ' disabled>')}`;
    })
    .replace(ROOT, () => `<div id="root">${html}</div>`);
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The policy with the hashes of the template's own inline scripts; nothing else that is inline runs. */
export function policyWith(policy: string, template: string): string {
  const hashes = [...template.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}
