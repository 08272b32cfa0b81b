/** `npm run new-domain -- <name>`: a domain's folder with its first files; CONTRIBUTING.md says how to go on. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z-]*$/.test(name)) {
  console.error('Say its name, for example: npm run new-domain -- tankers');
  process.exit(1);
}
const folder = join(ROOT, 'src/domains', name);
if (existsSync(folder)) {
  console.error(`${folder} exists already`);
  process.exit(1);
}
const files: Record<string, string> = {
  'README.md': `# ${name}\n\nWords, states, invariants, who may do what: 10 to 30 lines.\n`,
  'contract.ts': `/** What the ${name} domain answers. */\nimport { errorCodes } from '#shared/errors.ts';\n\nexport const errors = errorCodes('${name}', {});\n`,
  'routes.ts': `import type { Route } from '#platform/route.ts';\n\nexport function routes(): Route[] {\n  return [];\n}\n`,
};
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' });
console.log(`Made ${folder}. Next: its line in src/services.ts, and its schema (npm run new-migration).`);
