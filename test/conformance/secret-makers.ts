/**
 * The places at which the program makes what opens something, and which of these places a test has run. The places are found in the source,
 * so that a new one is in the list at once; what has run is told by the engine (V8's own coverage).
 */
import { globSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Calls by which a secret comes into being, is given out, or is taken in to be kept: random tokens and codes, signed tokens
 * and links, factors, passwords, secrets of senders, orders at the bank, messages that hold a code or a link.
 */
const MAKERS = new RegExp(
  [
    String.raw`\bnewRefreshToken\(\)(?!:)`,
    String.raw`\b(?:newSecret|digitCode)\(`,
    String.raw`, newRecoveryCode\)`,
    String.raw`(?<!function )\bissueSetupToken\(`,
    String.raw`\b(?:tokens\.sign|store\.link|vault\.seal)\(`,
    String.raw`(?<!function )\b(?:fileLinks?|hashPassword)\(`,
    String.raw`\brandom(?:State|Nonce|PKCECodeVerifier)\(`,
    String.raw`\bsecret: true\b`,
    String.raw`\.createOrder\(`,
  ].join('|'),
  'g',
);

/** What makes random bytes or signs, and is no secret by itself: the file, and what it makes. */
export const NO_SECRET: Record<string, string> = {
  'src/domains/payments/gateway/adapters/sslcommerz.ts':
    'the number of an order at SSLCOMMERZ, which opens nothing',
  'src/domains/papers/actions/note-paper.ts':
    'the code of a paper, kept so that the paper printed again has the same one; it opens only what the paper says',
  'src/platform/database-server/placement.ts':
    'folders and passwords of the embedded database, in database.json only',
  'src/platform/files/receive.ts': 'the name of a stored file, which opens nothing',
  'src/platform/http/idempotency.ts': 'the hash of a repeated call, which opens nothing',
  'src/platform/secrets/secrets.ts': 'the keys of the installation, in secrets.json only',
};

/** Makers by their definition: the only files where random bytes are drawn or a message is signed. */
export const DEFINITIONS = [
  'src/domains/identity/second-factor/totp.rules.ts',
  'src/domains/identity/tokens.ts',
  'src/domains/payments/links/actions/send-link.ts',
  'src/domains/payments/sandbox/bank.ts',
  'src/domains/settings/actions/issue-setup-token.ts',
  'src/platform/files/local-store.ts',
  'src/platform/secrets/digit-code.ts',
  'src/platform/secrets/vault.ts',
];

/** Code that only runs without a person: the start of the program, and what a browser would do. */
const LEFT_OUT = /\.test\.ts$|\/web\/|^src\/(?:web|demo)\/|factory(?:-steps)?\.ts$|settings-schema\.ts$/;

export type MakerPlace = { file: string; offset: number; text: string };

const sources = (): [file: string, text: string][] =>
  globSync('src/**/*.ts')
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]);

/** Every place that makes, gives out or takes in a secret. */
export function makerPlaces(): MakerPlace[] {
  return sources().flatMap(([file, text]) =>
    [...text.matchAll(MAKERS)]
      .filter(({ index }) => !/^\s*(?:\*|\/\/|import|export (?:async )?function)/.test(lineAt(text, index)))
      .map(({ index, 0: found }) => ({ file, offset: index, text: `${file}: ${found}` })),
  );
}

const lineAt = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset) + 1, text.indexOf('\n', offset));

/** Files that draw random bytes or sign. */
export function drawingFiles(): string[] {
  const drawing = /\b(?:randomBytes|randomInt|createHmac|getRandomValues)\(/;
  return sources().flatMap(([file, text]) => (drawing.test(text) ? [file] : []));
}

/** Counts from now on what runs; the answer tells which of the places did not. */
export function watchRuns(): (places: readonly MakerPlace[]) => MakerPlace[] {
  const session = new Session();
  session.connect();
  const ask = <T>(method: string, params?: object): T => {
    let answer: unknown;
    session.post(method as 'Profiler.enable', params as never, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer as T;
  };
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return (places) => {
    const { result } = ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
    session.disconnect();
    const scripts = Map.groupBy(result, ({ url }) => url);
    return places.filter(({ file, offset }) => {
      const found = scripts.get(pathToFileURL(resolve(file)).href) ?? [];
      return !found.some((script) => timesRun(script, offset) > 0);
    });
  };
}

/** How often the innermost block around the place has run. */
function timesRun({ functions }: Profiler.ScriptCoverage, offset: number): number {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return around[0]?.count ?? 0;
}
