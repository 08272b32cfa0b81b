/**
 * Who may import what (ARCHITECTURE.md): shared ← platform, web ← domains ← composition roots, and among domains
 * only to the left in one order. Used by `npm run check` and by a test.
 */
import { importsOf, readSource, sourceFiles } from '../source-files.ts';

/** The one order of domains, as src/services.ts lists their faces: a domain may use those before it. */
export function domainOrder(): string[] {
  return [...readSource('src/services.ts').matchAll(/import\('#domains\/([a-z-]+)\/domain\.ts'\)/g)].map(
    ([, domain = '']) => domain,
  );
}

const ORDER = domainOrder();

type Place = {
  layer: 'shared' | 'platform' | 'web' | 'domain' | 'root';
  domain: string;
  screen: boolean;
  file: string;
};

function placeOf(file: string): Place {
  const [, layer = '', domain = '', next = ''] = file.split('/');
  const base = { domain: '', screen: false, file };
  if (layer === 'shared' || layer === 'platform' || layer === 'web') return { ...base, layer };
  if (layer !== 'domains') return { ...base, layer: 'root' };
  return { layer: 'domain', domain, screen: next === 'web', file };
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /(^|\/)factory(\/|\.ts$|-)/.test(file);

/** One sentence per import that goes the wrong way, and how many files were read. */
export function wrongImports(): { problems: string[]; files: number; imports: number } {
  const files = sourceFiles(/^src\/.*\.tsx?$/);
  const problems: string[] = [];
  let imports = 0;
  for (const file of files) {
    for (const target of importsOf(file)) {
      imports += 1;
      const reason = wrong(placeOf(file), placeOf(target));
      if (reason) problems.push(`${file} imports ${target}: ${reason}`);
    }
  }
  return { problems, files: files.length, imports };
}

function wrong(from: Place, to: Place): string | undefined {
  // Tests and factories drive the whole program, as a user does.
  if (isTest(from.file) || from.layer === 'root') return undefined;
  if (to.layer === 'shared') return undefined;
  if (to.layer === 'root') return 'composition roots are imported by nobody';
  if (from.layer === 'domain') return wrongFromDomain(from, to);
  return to.layer === from.layer ? undefined : `${from.layer} may not know ${to.layer}`;
}

function wrongFromDomain(from: Place, to: Place): string | undefined {
  if (to.layer === 'platform') return from.screen ? 'a screen does not run on the server' : undefined;
  if (to.layer === 'web') return from.screen ? undefined : 'the server does not run in the browser';
  const open = /(^|\/)[\w.-]*(contract|rules)\.ts$/.test(to.file);
  if (from.screen) {
    if (!to.screen && !open) return 'a screen reads contracts, rules and screens only';
  } else if (to.screen) return 'server files import no screen';
  if (to.domain === from.domain) return undefined;
  if (/\/(routes|jobs|domain)\.ts$/.test(to.file)) return 'faces, routes and jobs are private';
  if (!ORDER.includes(to.domain) || !ORDER.includes(from.domain))
    return 'a domain without a line in src/services.ts';
  return ORDER.indexOf(to.domain) < ORDER.indexOf(from.domain)
    ? undefined
    : `${to.domain} stands to the right`;
}
