/**
 * Files that load each other in a circle: one of them runs before what it imports exists. Types and `import()` are
 * left out, because they load nothing before the file itself runs.
 */
import { loadedBy, sourceFiles } from '../source-files.ts';

/** One sentence per circle, and how many files were read. */
export function importCycles(
  loads: (file: string) => string[] = loadedBy,
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
