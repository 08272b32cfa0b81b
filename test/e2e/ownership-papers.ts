/** The two papers that a household sends with its request, in the dialog that asks. */
import type { Locator } from '@playwright/test';
import { letter } from './papers.ts';
import { seen } from './screen.ts';

export async function bringPapers(dialog: Locator): Promise<void> {
  for (const name of ['deed', 'nid']) {
    // What is chosen leaves its place: the first one left is the next paper. The second input of a place is without the camera.
    await dialog
      .locator('input[type="file"]:not([capture])')
      .first()
      .setInputFiles({ ...letter(name), name: `${name}.pdf` });
    await seen(dialog.getByText(`${name}.pdf`));
  }
}
