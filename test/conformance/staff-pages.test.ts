/** What only staff open is not in the first JavaScript of consumers: it is in `web/staff-pages.ts`. */
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { PagesFile, Who } from '#web/navigation/pages.ts';

const importAll = (name: RegExp): Promise<PagesFile[]> =>
  Promise.all(sourceFiles(name).map(async (file) => (await import(`${ROOT}/${file}`)) as PagesFile));

const shared = await importAll(/^src\/domains\/[^/]+\/web\/pages\.ts$/);
const ofStaff = await importAll(/^src\/domains\/[^/]+\/web\/staff-pages\.ts$/);
const isConsumers = ({ who }: { who: readonly Who[] }) => who.includes('consumer') || who.includes('public');
const names = (items: readonly { path: string }[]) => items.map(({ path }) => path);

test('pages.ts names only what consumers or everybody may open', () => {
  const items = shared.flatMap(({ pages, menu }) => [...pages, ...menu]);
  expect(items.length).toBeGreaterThan(20);
  expect(names(items.filter((item) => !isConsumers(item)))).toEqual([]);
  expect(shared.flatMap(({ consumerPanels }) => consumerPanels ?? [])).toEqual([]);
});

test('staff-pages.ts names nothing that consumers or everybody may open', () => {
  const items = ofStaff.flatMap(({ pages, menu }) => [...pages, ...menu]);
  expect(items.length).toBeGreaterThan(60);
  expect(names(items.filter(isConsumers))).toEqual([]);
});
