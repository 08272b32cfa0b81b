/** What the utility is called, and the ground that it serves: 30 sectors with ten roads each, areas, materials. */
import { updateSettings } from '#domains/settings/actions/update-settings.ts';
import { createMaterial } from '#domains/settings/materials/actions/edit-materials.ts';
import { addDma } from '#domains/settings/places/actions/edit-dmas.ts';
import { updateSector } from '#domains/settings/places/actions/edit-sectors.ts';
import { importPlaces } from '#domains/settings/places/actions/import-places.ts';
import { samplePlaces } from '#domains/settings/places/place-list.rules.ts';
import { getSettings } from '#domains/settings/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';

export type Road = { id: string; number: string; sector: string; sectorId: string; dmaId: string };
export type Ground = { roads: Road[]; dmaIds: string[]; fixed: string[]; extra: string[] };

const AREAS: [name: string, nameBn: string][] = [
  ['Shitalakshya North', 'শীতলক্ষ্যা উত্তর'],
  ['Shitalakshya South', 'শীতলক্ষ্যা দক্ষিণ'],
  ['Kanchan', 'কাঞ্চন'],
  ['Balu East', 'বালু পূর্ব'],
  ['Balu West', 'বালু পশ্চিম'],
  ['Central Canal', 'কেন্দ্রীয় খাল'],
];
const SECTORS_PER_AREA = 5;

/** [type, English, Bengali, unit, usual quantity, rate in Taka]: FIXED belongs to every connection. */
const MATERIALS: ['FIXED' | 'EXTRA', string, string, string, string, number][] = [
  ['FIXED', 'Ferrule, brass, 20 mm', 'ফেরুল, পিতল, ২০ মিমি', 'pcs', '1', 850],
  ['FIXED', 'Saddle clamp', 'স্যাডল ক্ল্যাম্প', 'pcs', '1', 620],
  ['FIXED', 'HDPE pipe, 20 mm', 'এইচডিপিই পাইপ, ২০ মিমি', 'm', '8', 145],
  ['FIXED', 'Water meter, class B', 'পানির মিটার, শ্রেণি বি', 'pcs', '1', 3450],
  ['FIXED', 'Meter box with lid', 'ঢাকনাসহ মিটার বাক্স', 'pcs', '1', 980],
  ['FIXED', 'Stop cock', 'স্টপ কক', 'pcs', '1', 410],
  ['FIXED', 'Fittings and jointing', 'ফিটিংস ও জোড়া', 'set', '1', 700],
  ['EXTRA', 'Road cutting, brick paved', 'রাস্তা কাটা, ইট বিছানো', 'm²', '2', 900],
  ['EXTRA', 'Road cutting, concrete', 'রাস্তা কাটা, কংক্রিট', 'm²', '2', 1900],
  ['EXTRA', 'Road cutting, carpeted', 'রাস্তা কাটা, কার্পেটিং', 'm²', '2', 1600],
  ['EXTRA', 'HDPE pipe beyond 8 m', '৮ মিটারের বেশি এইচডিপিই পাইপ', 'm', '5', 145],
  ['EXTRA', 'Casing pipe under a drain', 'নালার নিচে কেসিং পাইপ', 'm', '3', 520],
  ['EXTRA', 'Earth work', 'মাটির কাজ', 'm³', '1', 350],
];

/** Rates of materials hold from before the first application. */
const RATES_FROM = '2023-07-01';

export async function layGround(tx: Tx, actor: Actor): Promise<Ground> {
  await nameUtility(tx, actor);
  await importPlaces(tx, actor, samplePlaces());
  const dmaIds: string[] = [];
  for (const [index, [name, nameBn]] of AREAS.entries()) {
    dmaIds.push((await addDma(tx, actor, { number: `DMA-${index + 1}`, name, nameBn })).id);
  }
  const sectors = await all<{
    id: string;
    number: string;
    name: string;
    nameBn: string | null;
    version: number;
  }>(
    tx,
    sql`select id, number, name, name_bn as "nameBn", version from settings.sectors order by number collate platform.natural`,
  );
  for (const [index, sector] of sectors.entries()) {
    await updateSector(tx, actor, { ...sector, dmaId: dmaIds[Math.floor(index / SECTORS_PER_AREA)] ?? null });
  }
  const roads = await all<Road>(
    tx,
    sql`select r.id, r.number, s.number as sector, s.id as "sectorId", s.dma_id as "dmaId"
      from settings.roads r join settings.sectors s on s.id = r.sector_id order by r.route_order`,
  );
  return { roads, dmaIds, ...(await priceMaterials(tx, actor)) };
}

async function nameUtility(tx: Tx, actor: Actor): Promise<void> {
  const { utility, version } = await getSettings(tx);
  await updateSettings(tx, actor, {
    version,
    utility: {
      ...utility,
      nameEn: 'Purbachal Water Supply',
      nameBn: 'পূর্বাচল পানি সরবরাহ',
      addressEn: 'Water House, Road 101, Sector 1, Purbachal, Narayanganj 1461',
      addressBn: 'পানি ভবন, রাস্তা ১০১, সেক্টর ১, পূর্বাচল, নারায়ণগঞ্জ ১৪৬১',
      phone: '09600-000100',
      email: 'office@demo.test',
      titleSuffix: 'Purbachal Water',
      language: 'bn',
    },
  });
}

async function priceMaterials(tx: Tx, actor: Actor): Promise<Pick<Ground, 'fixed' | 'extra'>> {
  const made: { type: 'FIXED' | 'EXTRA'; id: string }[] = [];
  for (const [position, [type, nameEn, nameBn, unit, defaultQuantity, taka]] of MATERIALS.entries()) {
    const { id } = await createMaterial(tx, actor, {
      type,
      nameEn,
      nameBn,
      unit,
      defaultQuantity,
      active: true,
      position: position + 1,
      rateMinor: minor(taka * 100),
      effectiveFrom: RATES_FROM,
    });
    made.push({ type, id });
  }
  const idsOf = (type: 'FIXED' | 'EXTRA') =>
    made.filter((material) => material.type === type).map(({ id }) => id);
  return { fixed: idsOf('FIXED'), extra: idsOf('EXTRA') };
}
