/** The first day of a range is one press away: one month back, six months back (specification §9). */
import { expect } from '@playwright/test';
import { bn } from '#domains/logs/web/bn.ts';
import { en } from '#domains/logs/web/en.ts';
import { addMonths } from '#shared/dates.ts';
import { enter, openScreen } from './screen.ts';
import { loginOf, test } from './town.ts';

for (const language of ['en', 'bn'] as const) {
  test(`a list begins one month or six months back: ${language}`, async ({ browser, town }) => {
    const screen = await openScreen(browser, { url: town.url, language });
    const { page, t } = screen;
    await enter(screen, loginOf('admin'));
    await page.goto('/audit-management?page=1');
    const from = page
      .getByRole('textbox', { name: { en, bn }[language].from })
      // What is there until the calendar is loaded takes no press.
      .and(page.locator(':not([readonly])'));
    const address = () => new URL(page.url()).searchParams.get('from');
    await from.click();
    const monthBack = page.getByRole('button', { name: t.common.list.month_back });
    expect((await monthBack.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await monthBack.click();
    await expect.poll(address).toMatch(/^\d{4}-\d\d-\d\d$/);
    const month = String(address());
    await from.click();
    await page.getByRole('button', { name: t.common.list.six_months_back }).click();
    await expect.poll(address).not.toBe(month);
    // Both are counted from the same day; the end of the range stays open.
    expect(String(address()).slice(0, 7)).toBe(addMonths(month, -5).slice(0, 7));
    expect(new URL(page.url()).searchParams.get('to')).toBeNull();
  });
}
