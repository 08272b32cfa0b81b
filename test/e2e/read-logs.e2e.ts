/** The logs as an administrator reads them, and hostile uploads opened in a real browser (G38). */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { LOGIN_REASON_WORDS } from '#domains/logs/login-words.rules.ts';
import { en } from '#domains/logs/web/en.ts';
import { downloaded, enter, openScreen, press, type Screen, seen, signIn, told, type } from './screen.ts';
import { filled, say } from './texts.ts';
import { loginOf, test } from './town.ts';

const CHANGED = 'Sohel Mridha, workshop';

/** A member of staff tries a wrong password, signs in and changes their own name. */
async function workOf({ page, t }: Screen): Promise<void> {
  const { login, profile } = t.identity;
  const person = loginOf('installer');
  await page.goto('/login');
  await type(page, login.login, person.login);
  await type(page, login.password, 'not-this-one');
  await press(page, login.submit);
  await seen(page.getByRole('alert'));
  await signIn({ page, t, language: 'en' }, person);
  await page.goto('/profile');
  await type(page, profile.name, CHANGED);
  await press(page, profile.submit);
  await told({ page, t, language: 'en' }, profile.saved);
}

test('a sign-in, a refused one and a change are found, explained, followed and exported', async ({
  browser,
  town,
}) => {
  const clerk = await openScreen(browser, { url: town.url, language: 'en' });
  await workOf(clerk);
  await clerk.page.context().close();

  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page, t } = screen;
  await enter(screen, loginOf('admin'));
  await page.goto('/login-logout?page=1');
  await page.getByRole('searchbox').fill(CHANGED);
  const rows = page.locator('tbody tr');
  await expect(rows.filter({ hasNotText: CHANGED })).toHaveCount(0);
  // Another test may have signed in as this person, before or since.
  await seen(rows.filter({ hasText: en.logins.succeeded }).filter({ hasText: 'Chrome' }).first());
  await seen(rows.filter({ hasText: LOGIN_REASON_WORDS.wrong_password?.[0] ?? '' }).first());

  // From the person to what they changed.
  await press(page.locator('tbody'), filled(say(t.common.actions.more, { name: CHANGED })));
  await page.getByRole('menuitem', { name: en.logins.changes }).click();
  await seen(page.getByText(filled(en.audit.of_person)));
  await page.getByRole('link', { name: 'Own profile changed' }).first().click();
  const dialog = page.getByRole('dialog');
  const line = dialog.getByRole('row').filter({ hasText: 'Name' });
  await expect(line.getByRole('cell').first()).toHaveText('Sohel Mridha');
  await expect(line.getByRole('cell').nth(1)).toHaveText(CHANGED);
  await expect(dialog).not.toContainText('{');

  // All changes of the record, Back, and the dialog is in the same place again.
  await press(dialog, en.audit.of_record_action);
  await seen(page.getByText(filled(en.audit.of_record)));
  await seen(page.getByRole('link', { name: 'User added' }));
  await page.goBack();
  await seen(dialog);
  await press(dialog, t.common.actions.close);

  await press(page, t.common.actions.export);
  const file = await downloaded(screen, () => page.getByRole('menuitem', { name: /CSV/ }).click());
  expect(file.toString()).toContain(`Name: Sohel Mridha → ${CHANGED}`);
  await press(page, en.chain.verify);
  await seen(page.getByText(filled(en.chain.whole)));
  await page.context().close();
});

const RUN = "document.title='ran';alert('ran')";
const HOSTILE: [name: string, kind: string, content: string][] = [
  [
    'drawing.svg',
    'image',
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${RUN}"><script>${RUN}</script><rect width="40" height="40" fill="red"/></svg>`,
  ],
  ['page.txt', 'attachment', `${'a\n'.repeat(3000)}<html><script>${RUN}</script>`],
  ['table.csv', 'attachment', `a,b\n${'1,2\n'.repeat(2000)}<script>${RUN}</script>`],
  [
    'paper.pdf',
    'attachment',
    `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\('ran'\\))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ],
];

/** Uploads over the service as the browser's own script would. */
function sendHostile(page: Page, [name, kind, content]: (typeof HOSTILE)[number]): Promise<string> {
  return page.evaluate(
    async ({ name, kind, content }) => {
      const token = /"IdToken":"([^"\\]+)/.exec(
        (localStorage.getItem('userData') ?? '').replaceAll('\\"', '"'),
      );
      const form = new FormData();
      form.append('kind', kind);
      form.append('file', new File([content], name));
      const answer = await fetch('/api/main/file-upload', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token?.[1]}` },
        body: form,
      });
      const { data, error } = await answer.json();
      if (!data) throw new Error(`${name}: ${error?.code}`);
      return data.link as string;
    },
    { name, kind, content },
  );
}

/** Opens the address as a page, as a picture and in a frame of the product's own page; says what ran. */
async function openedEveryWay(context: BrowserContext, url: string, link: string): Promise<string[]> {
  const ran: string[] = [];
  const page = await context.newPage();
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  // What is sent to be saved is no page: the browser says so.
  await page.goto(url + link).catch(() => undefined);
  ran.push(await page.title().catch(() => ''));
  await page.goto(`${url}/login`);
  await page.evaluate(async (address) => {
    const loaded = (element: HTMLElement) =>
      new Promise((resolve) => {
        element.addEventListener('load', resolve);
        element.addEventListener('error', resolve);
        setTimeout(resolve, 700);
      });
    const frame = Object.assign(document.createElement('iframe'), { src: address });
    const picture = Object.assign(document.createElement('img'), { src: address });
    document.body.append(frame, picture);
    await Promise.all([loaded(frame), loaded(picture)]);
  }, link);
  ran.push(await page.title());
  await page.close();
  return ran.filter((text) => text.includes('ran'));
}

test('nothing that was uploaded runs, however it is opened: img, direct, iframe (G38)', async ({
  browser: bare,
  town,
}) => {
  // With the viewer of PDFs, which could run what a PDF brings.
  const executablePath = process.env.WHOLE_CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await bare.browserType().launch({ args: ['--no-sandbox'], executablePath });
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page } = screen;
  await enter(screen, loginOf('reader'));
  await page.goto('/profile');
  const openEveryWay = async (hostile: (typeof HOSTILE)[number]) => {
    const link = await sendHostile(page, hostile);
    const answer = await page.request.get(link);
    const headers = answer.headers();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-type']).toMatch(
      /^(image\/jpeg|image\/png|text\/plain|text\/csv|application\/pdf)/,
    );
    if (headers['content-type'] !== 'application/pdf')
      expect(headers['content-security-policy']).toContain('sandbox');
    if (headers['content-type']?.startsWith('text/'))
      expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(await openedEveryWay(page.context(), town.url, link), hostile[0]).toEqual([]);
  };
  await Promise.all(HOSTILE.map(openEveryWay));
  await browser.close();
});
