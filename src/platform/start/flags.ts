/** The flags after `npm start --`. */
import { parseArgs } from 'node:util';
import { SERVICES, type Service } from '#shared/endpoint.ts';

export type Flags = {
  /** API services that this process serves. */
  services: Service[];
  /** Whether this process runs background jobs. */
  worker: boolean;
  /** Fill an empty database with the demo town. */
  demo: boolean;
  /** Build and serve the browser side. */
  browser: boolean;
};

/** What each flag means, for the documentation. */
export const FLAGS = {
  '--services=billing,wallet': `serve only these of ${SERVICES.join(', ')}, without background jobs`,
  '--worker': 'run background jobs; alone: nothing else',
  '--demo': 'fill an empty database with the demo town and print its logins',
  '--no-browser': 'neither build nor serve the browser side: something else serves it, as in `npm run dev`',
} as const;

const OPTIONS = {
  services: { type: 'string' },
  worker: { type: 'boolean' },
  demo: { type: 'boolean' },
  'no-browser': { type: 'boolean' },
} as const;

/** Without flags a process does everything. */
export function readFlags(args: string[]): { flags: Flags; mistakes: string[] } {
  const mistakes: string[] = [];
  const { values, tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: OPTIONS,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') mistakes.push(`"${token.value}" is no flag`);
    if (token.kind === 'option' && !(token.name in OPTIONS)) {
      mistakes.push(`${token.rawName} is no flag: there are ${Object.keys(FLAGS).join(', ')}`);
    }
  }
  const chosen =
    typeof values.services === 'string' ? values.services.split(',').map((name) => name.trim()) : [];
  const unknown = chosen.filter((name) => !isService(name));
  if (values.services !== undefined && (chosen.length === 0 || unknown.length > 0)) {
    mistakes.push(`--services=${values.services} must name services out of ${SERVICES.join(', ')}`);
  }
  const worker = values.worker === true;
  const services = values.services !== undefined ? chosen.filter(isService) : worker ? [] : [...SERVICES];
  const flags = {
    services,
    worker: worker || values.services === undefined,
    demo: values.demo === true,
    browser: services.length > 0 && values['no-browser'] !== true,
  };
  return { flags, mistakes };
}

function isService(name: string): name is Service {
  return (SERVICES as readonly string[]).includes(name);
}
