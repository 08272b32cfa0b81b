/** Files stay short: none over 400 lines, half of them under 80. */
import { readSource, sourceFiles } from '../source-files.ts';

export const MAX_LINES = 400;
export const MEDIAN_LINES = 80;

export function fileSizes(): { problems: string[]; median: number; files: number } {
  const sizes = sourceFiles(/^(src|test|tools|bench)\/.*\.tsx?$/).map((file) => ({
    file,
    lines: readSource(file).split('\n').length,
  }));
  const problems = sizes
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; split it by noun (at most ${MAX_LINES})`);
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (median > MEDIAN_LINES) problems.push(`the median file has ${median} lines (at most ${MEDIAN_LINES})`);
  return { problems, median, files: sizes.length };
}
