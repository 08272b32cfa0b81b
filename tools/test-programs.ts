/**
 * Programs that tests run and npm does not bring: one that is there, else Debian's package through apt-get if this is
 * root.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium, or undefined. */
function findBrowser(): string | undefined {
  return BROWSERS.find((place) => place && existsSync(place));
}

/** True after Debian's package was installed. */
function install(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing the package ${name} for the tests …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  return true;
}

/** Path of a Chromium; installs one if that is possible, and says what to install if not. */
export function ensureBrowser(): string {
  const found = findBrowser() ?? (install('chromium') ? findBrowser() : undefined);
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium: install the package "chromium", or set CHROMIUM_PATH to a browser.',
  );
}

/** Poppler's pdftotext and pdfinfo, which read the papers; installs them if that is possible, and says what to install if not. */
export function ensurePdfReader(): void {
  if (spawnSync('pdfinfo', ['-v']).status === 0 || install('poppler-utils')) return;
  throw new Error('The tests of papers need pdftotext and pdfinfo: install the package "poppler-utils".');
}
