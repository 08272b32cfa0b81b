/** `npm run conformance -- <what> <files…>`: our engine against real data of others. */
import { runDaiad } from './daiad.ts';
import { runNycha } from './nycha.ts';
import { runOwrs } from './owrs.ts';

type Command = {
  usage: string;
  files: number;
  /** Tells how much of the real world our rules explain: the rest is no fault of ours, the exit code stays 0. */
  report?: boolean;
  run(...paths: string[]): Promise<{ passed: number; failed: number }>;
};

const COMMANDS: Record<string, Command> = {
  owrs: { usage: 'owrs <rates.tar.gz> <expected-bills.csv.gz>', files: 2, run: runOwrs },
  daiad: { usage: 'daiad <hourly-readings-2017.csv.gz>', files: 1, run: runDaiad },
  nycha: { usage: 'nycha <bills.csv.gz>', files: 1, report: true, run: runNycha },
};

const [what = '', ...paths] = process.argv.slice(2);
const command = COMMANDS[what];
if (!command || paths.length !== command.files) {
  console.error('Usage: npm run conformance -- one of');
  for (const { usage } of Object.values(COMMANDS)) console.error(`  ${usage}`);
  process.exit(1);
}
const { passed, failed } = await command.run(...paths);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 && !command.report ? 1 : 0;
