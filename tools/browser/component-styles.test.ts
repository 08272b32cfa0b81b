/** A component whose style sheet a build leaves out would be shown without it, and only by the build. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, readSource } from '../source-files.ts';
import { componentOf } from './component-styles.ts';

test('every style sheet that the build takes out of the list comes with the component that has its class names', () => {
  const listed = [...readSource('src/web/ui/styles.ts').matchAll(/styles\/([A-Z]\w+)\.css'/g)].map(
    ([, name = '']) => name,
  );
  expect(listed.length).toBeGreaterThan(40);
  const modules = globSync('node_modules/@mantine/core/esm/**/*.module.mjs', { cwd: ROOT });
  const found = new Set(modules.map(componentOf));
  expect(listed.filter((name) => !found.has(name))).toEqual([]);
});
