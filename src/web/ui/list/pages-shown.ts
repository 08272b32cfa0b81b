/** First, last, and the neighbours of the current page; null is a gap. */
export function pagesShown(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter(
    (candidate) => candidate >= 1 && candidate <= last,
  );
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((shown, index) => {
    const before = sorted[index - 1];
    if (before === undefined || shown - before === 1) return [shown];
    return shown - before === 2 ? [shown - 1, shown] : [null, shown];
  });
}
