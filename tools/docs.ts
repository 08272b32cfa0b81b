/** `npm run docs`: writes the generated parts of the documentation; with --check it only says what is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FLAGS } from '#platform/flags.ts';
import { aboutSetting, SETTING_NAMES, settingsSchema } from '#platform/settings-schema.ts';

/** Parts between `<!-- generated: name -->` and `<!-- end -->`. */
const parts: Record<string, () => string> = { settings: settingsTable, flags: flagsTable };

const files = ['docs/operations.md'];

function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { section, text, secret } = aboutSetting(name);
    const shown = { name: `\`${name}\`${secret ? ' 🔑' : ''}`, standard: defaultOf(name), text, section };
    return { section, row: `| ${shown.name} | ${shown.standard} | ${shown.text} |` };
  });
  return [...Map.groupBy(rows, ({ section }) => section)]
    .map(([section, own]) =>
      [
        `### ${section}\n`,
        '| Setting | Default | Meaning |',
        '|---|---|---|',
        ...own.map(({ row }) => row),
      ].join('\n'),
    )
    .join('\n\n');
}

function defaultOf(name: (typeof SETTING_NAMES)[number]): string {
  const standard = settingsSchema.shape[name].safeParse(undefined).data;
  if (standard === undefined) return '–';
  return `\`${typeof standard === 'boolean' ? (standard ? 'on' : 'off') : standard}\``;
}

function flagsTable(): string {
  const rows = Object.entries(FLAGS).map(([flag, text]) => `| \`${flag}\` | ${text} |`);
  return ['| Flag | Meaning |', '|---|---|', ...rows].join('\n');
}

/** The document with its generated parts made anew. */
function fill(document: string): string {
  return document.replace(
    /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, start: string, name: string, end: string) => {
      const part = parts[name];
      if (!part) throw new Error(`no generated part is called ${name}`);
      return `${start}\n${part()}\n\n${end}`;
    },
  );
}

/** Files whose generated parts are not what they should be, with the right text. */
export function outdatedDocuments(): { file: string; text: string }[] {
  return files.flatMap((file) => {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const now = readFileSync(path, 'utf8');
    const text = fill(now);
    return text === now ? [] : [{ file: path, text }];
  });
}

if (import.meta.main) {
  const outdated = outdatedDocuments();
  if (process.argv.includes('--check')) {
    for (const { file } of outdated) console.error(`${file} is out of date: run "npm run docs"`);
    process.exitCode = outdated.length > 0 ? 1 : 0;
  } else {
    for (const { file, text } of outdated) writeFileSync(file, text);
    console.log(`${outdated.length} documents written`);
  }
}
