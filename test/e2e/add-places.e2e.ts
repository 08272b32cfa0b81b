/** Sectors and roads by hand, a material's next rate, and a file of customers of which one row is mended and returned. */
import { expect } from '@playwright/test';
import { one, sql } from '#platform/database/db.ts';
import {
  confirm,
  downloaded,
  enter,
  openScreen,
  press,
  type Screen,
  seen,
  told,
  type,
  typeDay,
} from './screen.ts';
import { loginOf, test } from './town.ts';

const csv = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});
const heading = ({ page }: Screen, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function addPlaces(screen: Screen): Promise<void> {
  const { page, t } = screen;
  const { sectors } = t.settings;
  const dialog = page.getByRole('dialog');
  await page.goto('/sector?page=1');
  await press(page, sectors.add);
  await type(dialog, sectors.number, '1');
  await page.keyboard.press('Tab');
  await seen(dialog.getByText(t.settings.errors.sector_number_taken));
  await type(dialog, sectors.number, '৭৭');
  await type(dialog, sectors.name, 'Lake side');
  await type(dialog, sectors.name_bn, 'লেকপাড়');
  await press(dialog, sectors.save);
  await told(screen, sectors.added);
  await page.goto('/road/import');
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('roads.csv', 'Sector,Road,Name\n77,7701,Canal road\n'));
  await press(page, t.settings.lists.save);
  await told(screen, t.settings.lists.saved);
  await page.goto('/sector?page=1&search=77');
  await seen(page.getByText('Lake side'));
  await page.goto('/road?page=1&search=7701');
  await seen(page.getByText('Canal road'));
}

async function planRate(screen: Screen): Promise<void> {
  const { page, t } = screen;
  const { materials, rates } = t.settings;
  const dialog = page.getByRole('dialog');
  await page.goto('/materials/EXTRA?page=1');
  await press(page, materials.add);
  await type(dialog, materials.name_en, 'Saddle');
  await type(dialog, materials.name_bn, 'স্যাডল');
  await type(dialog, materials.unit, 'pcs');
  await type(dialog, materials.rate_per_unit, '১২৫০.৫০');
  await press(dialog, materials.save);
  await told(screen, materials.added);
  await page.getByRole('link', { name: 'Saddle' }).click();
  await press(page, rates.plan);
  await type(dialog, materials.rate_per_unit, '1300');
  await typeDay(dialog, materials.effective_from, '2099-01-01');
  await press(dialog, rates.save);
  await told(screen, rates.planned);
  await seen(page.getByText(rates.states.PLANNED, { exact: true }));
  await press(page, rates.withdraw);
  await press(dialog, t.common.actions.delete);
  await told(screen, rates.withdrawn);
  await expect(page.getByText(rates.states.PLANNED, { exact: true })).toBeHidden();
}

/** Uploads, checks and takes a file; gives the page of its verdicts. */
async function take(screen: Screen, file: ReturnType<typeof csv>, count: string): Promise<void> {
  const { page, t } = screen;
  const { imports } = t.consumers;
  await page.goto('/customer-management/import');
  await heading(screen, imports.title);
  await page.locator('input[type=file]').setInputFiles(file);
  await press(page, imports.check);
  await press(page, imports.commit.replace('{{count, number}}', count));
  await confirm(screen);
  await seen(page.getByText(imports.states.COMMITTED, { exact: true }).first());
}

async function importCustomers(screen: Screen): Promise<void> {
  const { page, t } = screen;
  const { imports } = t.consumers;
  await page.goto('/customer-management?page=1');
  await press(page, imports.open);
  const rows = 'Name,Mobile,NID\nRabeya Khatun,01711000001,1990000001\nKarim Uddin,01711000002,1990000002\n';
  await take(screen, csv('customers.csv', `${rows}Salma Begum,0171,\n`), '2');
  await page
    .getByRole('tab', { name: imports.verdicts.WRONG })
    .or(page.getByRole('button', { name: imports.verdicts.WRONG }))
    .first()
    .click();
  await seen(page.getByText(imports.problems.PHONE_WRONG, { exact: true }));
  const bad = await downloaded(screen, () => press(page, imports.bad_rows.replace('{{format}}', 'CSV')));
  await take(screen, csv('mended.csv', bad.toString().replace(',0171,', ',01711000003,')), '1');
}

test('sector, road, rate and a file of customers', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  await enter(screen, loginOf('admin'));
  await addPlaces(screen);
  await planRate(screen);
  await importCustomers(screen);
  const { names } = await one<{ names: string[] }>(
    town.database.db,
    sql`select array_agg(name order by phone) as names from consumers.consumers where import_id is not null`,
  );
  expect(names).toEqual(['Rabeya Khatun', 'Karim Uddin', 'Salma Begum']);
  await screen.page.context().close();
});
