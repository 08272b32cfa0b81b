import { expect, test } from '@playwright/test';
import { portrait } from './papers.ts';
import { startProgram } from './program.ts';
import { openScreen, press, seen, signIn, told, type } from './screen.ts';

const ADMIN = { name: 'রওশন আরা', email: 'roushan@utility.test', phone: '1712345678', password: 'নদী-৭-জোয়ার' };

test('an empty installation is set up by the printed link, once; its services and its bucket are on other origins than the page', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const program = await startProgram('other-origins');
  try {
    const screen = await openScreen(browser, { url: program.url, language: 'bn' });
    const { page, t } = screen;
    const { setup, global } = t.settings;
    await page.goto(program.setupLink.replace(/^https?:\/\/[^/]+/, ''));
    await type(page, global.name_en, 'Meghna Water');
    await type(page, global.name_bn, 'মেঘনা পানি সরবরাহ');
    await press(page, setup.next);
    await type(page, setup.name, ADMIN.name);
    await type(page, setup.email, ADMIN.email);
    await type(page, setup.phone, ADMIN.phone);
    await type(page, setup.password, ADMIN.password);
    await press(page, setup.next);
    await page.getByLabel(setup.sample).check();
    await press(page, setup.next);
    await page.getByLabel(setup.dhaka).check();
    await press(page, setup.finish);
    await seen(page.getByRole('heading', { name: setup.done }));

    await signIn(screen, { login: ADMIN.email, password: ADMIN.password });
    await page.goto('/sector?page=1');
    await seen(page.getByRole('heading', { name: t.settings.sectors.title, level: 1 }));
    await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(1);

    // A picture goes into the bucket, and the browser has it from there.
    await page.goto('/profile');
    const place = page.locator('[data-kind=image]');
    await place
      .locator('input[type=file]')
      .last()
      .setInputFiles(await portrait());
    await press(page.getByRole('dialog'), t.frame.crop.use);
    await told(screen, t.identity.profile.photo_saved);
    const picture = place.locator('img');
    await expect(picture).toHaveAttribute('src', new RegExp(`^${program.bucketUrl}/`));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);

    await page.goto(program.setupLink.replace(/^https?:\/\/[^/]+/, ''));
    await seen(page.getByRole('heading', { name: setup.closed }));
  } finally {
    await program.stop();
  }
});
