/**
 * A test of rules (`*.rules.test.ts`) answers at once, because it loads its rules file and little else: no database,
 * no server, no screen. Counted are all files of the project that it imports, directly or through others.
 */
import { loadedBy, sourceFiles } from '../source-files.ts';

export const MAX_FILES = 12;
const HEAVY =
  /^(test\/(app|database)\.ts|src\/platform\/(database\/db|database\/migrate|platform)\.ts|src\/[^/]*\.tsx?|.*\.tsx)$/;

/** One sentence per test of rules that loads too much. */
export function heavyRulesTests(
  imports: (file: string) => string[] = (file) => loadedBy(file).filter((target) => /\.tsx?$/.test(target)),
  tests = sourceFiles(/\.rules\.test\.ts$/),
): { problems: string[]; tests: number; most: number } {
  const problems: string[] = [];
  let most = 0;
  for (const test of tests) {
    const loaded = new Set<string>();
    const visit = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const target of imports(file)) visit(target);
    };
    visit(test);
    const heavy = [...loaded].filter((file) => HEAVY.test(file));
    if (heavy.length > 0)
      problems.push(`${test} loads ${heavy.join(', ')}: rename it, or test the rules alone`);
    else if (loaded.size > MAX_FILES) {
      problems.push(`${test} loads ${loaded.size} files (at most ${MAX_FILES}): take the rules apart`);
    }
    most = Math.max(most, loaded.size);
  }
  return { problems, tests: tests.length, most };
}
