/** `npm run docs`: writes the generated parts of the documentation; with --check it only says what is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STATES, TRANSITIONS, type Transition } from '#domains/applications/application.rules.ts';
import { TRANSITIONS as CHANGES } from '#domains/ownership/ownership.rules.ts';
import { TRANSITIONS as WORK } from '#domains/work-orders/work-order.rules.ts';
import { FLAGS } from '#platform/start/flags.ts';
import { aboutSetting, SETTING_NAMES, settingsSchema } from '#platform/start/settings-schema.ts';

/** Parts between `<!-- generated: name -->` and `<!-- end -->`. */
const parts: Record<string, () => string> = {
  settings: settingsTable,
  flags: flagsTable,
  'application-states': applicationStates,
  'application-transitions': applicationTransitions,
  'ownership-transitions': ownershipTransitions,
  'work-order-transitions': workOrderTransitions,
};

const files = [
  'docs/operations.md',
  ...['applications', 'ownership', 'work-orders'].map((domain) => `src/domains/${domain}/README.md`),
];

function settingsTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { section, text, secret } = aboutSetting(name);
    return { section, cells: [`\`${name}\`${secret ? ' (secret)' : ''}`, defaultOf(name), text] };
  });
  return [...Map.groupBy(rows, ({ section }) => section)]
    .map(([section, own]) => {
      const cells = own.map((row) => row.cells);
      return `### ${section}\n\n${table(['Setting', 'Default', 'Meaning'], cells)}`;
    })
    .join('\n\n');
}

/** A Markdown table with aligned columns, as the formatter leaves it. */
function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function defaultOf(name: (typeof SETTING_NAMES)[number]): string {
  const standard = settingsSchema.shape[name].safeParse(undefined).data;
  if (standard === undefined) return '–';
  return `\`${typeof standard === 'boolean' ? (standard ? 'on' : 'off') : standard}\``;
}

function flagsTable(): string {
  return table(
    ['Flag', 'Meaning'],
    Object.entries(FLAGS).map(([flag, text]) => [`\`${flag}\``, text]),
  );
}

function applicationStates(): string {
  const rows = Object.entries(STATES).map(([state, { slaHours, work, phase }]) => [
    state,
    phase,
    slaHours === null ? '–' : String(slaHours),
    work === null ? '–' : `\`${work}\``,
  ]);
  return table(['State', 'Phase', 'Working hours', 'Worked on by'], rows);
}

function applicationTransitions(): string {
  const rows = Object.entries(TRANSITIONS as Record<string, Transition>).map(([action, row]) => [
    `${action}${row.remark ? ' †' : ''}`,
    row.from.join(', '),
    row.to.join(' or '),
    row.permissions.map((word) => `\`${word}\``).join(', ') || 'the program',
    row.guards.join(', ') || '–',
    row.call,
  ]);
  return table(['Action', 'From', 'To', 'Permission', 'Refused with', 'Call'], rows);
}

function ownershipTransitions(): string {
  const rows = Object.entries(CHANGES).map(
    ([action, { from, to, unagreed, unpaid, permission, consumers }]) => [
      action,
      from.join(', '),
      [to, unagreed, unpaid].filter(Boolean).join(' or ') || '–',
      permission === null ? 'the program' : `\`${permission}\``,
      consumers === 'parties' ? 'either owner' : consumers === 'asker' ? 'who asked' : '–',
    ],
  );
  return table(['Action', 'From', 'To', 'Permission', 'Households'], rows);
}

function workOrderTransitions(): string {
  const rows = Object.entries(WORK).map(([action, row]) => [
    action,
    row.from.join(', '),
    row.to ?? '–',
    row.onlyConsumers
      ? '–'
      : [row.permission, ...(row.or ? [row.or] : [])].map((word) => `\`${word}\``).join(', '),
    row.consumers === 'asker' ? 'who asked' : row.consumers ? `\`${row.consumers.holder}\`` : '–',
    [row.byCrew && 'by the crew', row.notPaused && 'not on hold'].filter(Boolean).join(', ') || '–',
  ]);
  return table(['Action', 'From', 'To', 'Permission', 'Households', 'Only'], rows);
}

/** The document with its generated parts written again. */
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
