/**
 * What only staff open is not in the first JavaScript of consumers: it is in `web/staff-pages.ts`. And one name for one
 * thing: what the menu calls a page, its document title says too, in both languages.
 */
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from '#tools/source-files.ts';
import type { PagesFile, Who } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

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

const staffNames = Object.assign({}, ...ofStaff.map((file) => file.staffNames)) as Record<string, Title>;
const everyPage = [...shared, ...ofStaff].flatMap(({ pages }) => pages);
/** As a household calls it, or as staff do. */
const nameOf = ({ path, title }: { path: string; title: Title }, isConsumer: boolean): Title =>
  (isConsumer ? undefined : staffNames[path]) ?? title;
const everyMenu = [...shared, ...ofStaff].flatMap(({ menu }) => menu);

/** One page below several lines of the specification's menu, or with another line for other people. */
const OTHERWISE: Record<string, string> = {
  '/city-bank-download-history':
    'the specification calls its line City Bank History; it has the files of all gateways',
  '/city-bank-report': 'the specification calls its line City Bank; the files of all gateways are there',
  '/configuration/billing': 'the specification calls its line beside the configuration pages Billing',
  '/configuration/vat': 'the specification calls its line Vat Configuration',
  '/payment-history': 'three lines of one group, one for each source; the page has the name of the group',
  '/noc-from-rajuk': 'planning offices decide what the utility only follows',
  '/pm-panel': 'the specification calls the line of the manager NOC processing',
  '/pd_panel': 'the same, for the director',
  '/wallet-report': 'the specification calls its line among the reports Wallet',
};

test('the title of a page is its line in the menu', () => {
  const other = everyMenu.filter(({ path, title, who }) => {
    const pages = everyPage.filter((page) => page.path === path);
    const isConsumer = who.includes('consumer');
    return ![isConsumer, isConsumer && who.length === 1].every((own) =>
      pages.some((page) => nameOf(page, own).en === title.en && nameOf(page, own).bn === title.bn),
    );
  });
  // A name that staff have for a page is for one that households open too.
  const ofHouseholds = shared.flatMap(({ pages }) => names(pages));
  expect(Object.keys(staffNames).filter((path) => !ofHouseholds.includes(path))).toEqual([]);
  expect(everyMenu.length).toBeGreaterThan(40);
  expect([...new Set(other.map(({ path }) => path))].sort()).toEqual(Object.keys(OTHERWISE).sort());
});

test('no two pages have one name', () => {
  const names = (language: 'en' | 'bn') =>
    everyPage
      .filter(({ path, who }) => !path.includes('$') && !who.includes('public'))
      .map(({ title, who }) => `${title[language]} (${who.join()})`);
  for (const language of ['en', 'bn'] as const) {
    const all = names(language);
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  }
});
