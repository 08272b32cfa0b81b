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

/** Chromium without windows, menus and a viewer of PDFs. */
const BARE_BROWSER = '/usr/bin/chromium-headless-shell';

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

/**
 * Paths of a Chromium, as the environment of the browser tests: installs one if that is possible, and says what to
 * install if not. The bare one, if Debian's package is there or can be installed, does the work of the tests in half
 * the time: the whole one draws a window with tabs and menus for each page, also if nobody sees it.
 */
export function ensureBrowser(): { CHROMIUM_PATH: string; WHOLE_CHROMIUM_PATH: string } {
  const whole = findBrowser() ?? (install('chromium') ? findBrowser() : undefined);
  if (!whole)
    throw new Error(
      'The browser tests need Chromium: install the package "chromium", or set CHROMIUM_PATH to a browser.',
    );
  const isDebians = !process.env.CHROMIUM_PATH && whole === '/usr/bin/chromium';
  const isBare = isDebians && (existsSync(BARE_BROWSER) || installBareBrowser());
  return { CHROMIUM_PATH: isBare ? BARE_BROWSER : whole, WHOLE_CHROMIUM_PATH: whole };
}

/** A system without this package has its whole Chromium. */
function installBareBrowser(): boolean {
  try {
    return install('chromium-headless-shell') && existsSync(BARE_BROWSER);
  } catch {
    return false;
  }
}

/** Poppler's programs, which read and draw the papers; installs them if that is possible, and says what to install if not. */
export function ensurePdfReader(): void {
  if (spawnSync('pdfinfo', ['-v']).status === 0 || install('poppler-utils')) return;
  throw new Error(
    'The tests of papers need pdftotext, pdfinfo and pdftoppm: install the package "poppler-utils".',
  );
}
