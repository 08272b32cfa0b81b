import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { hashSources } from './browser-build.ts';

const root = temporaryFolder();
function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('every file that can be part of the browser side is part of the key; server files are not', () => {
  const parts = [
    'index.html',
    'vite.config.ts',
    'tsconfig.base.json',
    'tsconfig.web.json',
    'package.json',
    'package-lock.json',
    'src/browser.tsx',
    'src/browser-texts.ts',
    'src/first-view.ts',
    'src/browser-staff.ts',
    'src/browser-words.ts',
    'src/browser-commands.ts',
    'src/browser-outbox.ts',
    'tools/browser/bare-endpoints.ts',
    'tools/browser/component-styles.ts',
    'tools/browser/first-load.ts',
    'tools/browser/lean-document.ts',
    'src/platform/start/compress-files.ts',
    'src/web/ui/list.tsx',
    'src/web/public/logo.svg',
    'src/shared/money.ts',
    'src/domains/billing/contract.ts',
    'src/domains/billing/bill.rules.ts',
    'src/domains/billing/web/bills.tsx',
    'src/domains/billing/web/bn.ts',
    'src/domains/billing/web/bills.module.css',
  ];
  const others = ['src/domains/billing/actions/make-bill.ts', 'src/domains/billing/queries.ts'];
  for (const file of [...parts, ...others]) write(file, 'before');
  const before = hashSources(root);
  for (const file of parts) {
    write(file, 'after!');
    expect(hashSources(root), file).not.toBe(before);
    write(file, 'before');
  }
  expect(hashSources(root)).toBe(before);
  for (const file of others) write(file, 'after!');
  expect(hashSources(root)).toBe(before);
  write('src/web/new.tsx', '');
  expect(hashSources(root), 'a new file').not.toBe(before);
  rmSync(join(root, 'src/web/new.tsx'));
  rmSync(join(root, 'src/web/ui/list.tsx'));
  expect(hashSources(root), 'a file less').not.toBe(before);
});
