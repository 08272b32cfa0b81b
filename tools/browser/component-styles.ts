/**
 * Puts Mantine's style sheet of each component beside the component, so that a page loads the styles of what it shows and no
 * others. A component's imports come before its own style sheet, which is the order that Mantine asks for.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const CLASS_NAMES = /@mantine\/core\/esm\/(?:\w+\/)+(\w+)\.module\.mjs$/;
const STYLES = 'node_modules/@mantine/core/styles';
const ALL_STYLES = /src\/web\/ui\/styles\.ts$/;
/** What belongs to no component stays in the one list. */
const OF_COMPONENT =
  /import '@mantine\/core\/styles\/(?!baseline|default-css-variables|global)[\w-]+\.css';\n/g;

/** The component whose class names a module of Mantine holds, if it has a style sheet. */
export function componentOf(id: string): string | undefined {
  const name = CLASS_NAMES.exec(id)?.[1];
  return name && existsSync(join(STYLES, `${name}.css`)) ? name : undefined;
}

export function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (ALL_STYLES.test(id)) return code.replace(OF_COMPONENT, '');
      const name = componentOf(id);
      if (!name) return null;
      return { code: `import '@mantine/core/styles/${name}.css';\n${code}`, moduleSideEffects: true };
    },
  };
}
