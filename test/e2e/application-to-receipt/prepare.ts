/** What a connection needs before anybody applies: a metered area, materials with their rates, a meter in stock. */
import { press, told, type } from '../screen.ts';
import type { Cast } from './cast.ts';

export async function prepare(cast: Cast): Promise<void> {
  const { t, plan } = cast;
  const { dmas } = t.settings;
  const admin = await cast.as('admin');
  const { page } = admin;
  const dialog = page.getByRole('dialog');
  await page.goto('/dma');
  await press(page, dmas.add);
  await type(dialog, dmas.number, `D-${plan.plot}`);
  await type(dialog, dmas.name, plan.name);
  await press(dialog, dmas.save);
  await told(admin, dmas.added);
  await addMaterial(cast, 'FIXED', '1200.50');
  await addMaterial(cast, 'EXTRA', '350');
  const { list } = t.meters;
  await page.goto('/meter-list?page=1');
  await press(page, list.add);
  await type(dialog, list.number, plan.meter);
  await press(dialog, list.save);
  await told(admin, list.added);
}

async function addMaterial(cast: Cast, kind: 'FIXED' | 'EXTRA', rate: string): Promise<void> {
  const { t, plan } = cast;
  const { materials } = t.settings;
  const admin = await cast.as('admin');
  const { page } = admin;
  const dialog = page.getByRole('dialog');
  await page.goto(`/materials/${kind}?page=1`);
  await press(page, materials.add);
  await type(dialog, materials.name_en, `${plan.material} ${kind}`);
  await type(dialog, materials.name_bn, `${plan.material} ${kind}`);
  await type(dialog, materials.unit, 'm');
  await type(dialog, materials.rate_per_unit, rate);
  await press(dialog, materials.save);
  await told(admin, materials.added);
}
