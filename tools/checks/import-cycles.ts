/**
 * Files that import each other in a circle, values or types, at once or by `import()`: neither can be read or moved without the
 * other, and one of them may run before what it imports exists.
 */
import { importsOf, sourceFiles } from '../source-files.ts';

/** One sentence per circle, and how many files were read. */
export function importCycles(
  loads: (file: string) => string[] = importsOf,
  files = sourceFiles(/^(src|test|tools|bench)\/.*\.(tsx?|mjs)$/),
): { problems: string[]; files: number } {
  const known = new Set(files);
  const done = new Set<string>();
  const path: string[] = [];
  const problems: string[] = [];
  const visit = (file: string) => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      problems.push(`a circle of imports: ${[...path.slice(start), file].join(' → ')}`);
      return;
    }
    path.push(file);
    for (const target of loads(file)) if (known.has(target)) visit(target);
    path.pop();
    done.add(file);
  };
  files.forEach(visit);
  return { problems, files: files.length };
}
