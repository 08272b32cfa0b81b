/** The list of a desk beside its decision. */
import type { Locator } from '@playwright/test';
import { press, type Screen, seen } from './screen.ts';

export const checksOf = ({ page, t }: Screen): Locator =>
  page.getByRole('group', { name: new RegExp(`^${t.applications.checks.title}`) });

/** Ticks what the desk has to check, if it has a list. A paper that is not there gets a remark. */
export async function tickAll(screen: Screen): Promise<void> {
  await seen(screen.page.getByRole('button', { name: screen.t.applications.actions['noc-approve'] }).last());
  for (const line of await checksOf(screen).getByRole('listitem').all()) {
    const box = line.getByRole('checkbox');
    if (await box.isEnabled()) await box.check();
    else await line.getByRole('textbox').fill('A certified copy was seen');
  }
}

export async function saveTicks(screen: Screen): Promise<void> {
  await press(checksOf(screen), screen.t.applications.actions['noc-check']);
}
