import type { Db, Tx } from '#platform/database/db.ts';
import { getUtility, readEntry } from '../queries.ts';
import { type Website, websiteSchema } from './contract.ts';

/** The website's texts with their version; 0 if nobody has saved any. */
export async function getWebsite(db: Db | Tx): Promise<{ website: Website; version: number }> {
  const entry = await readEntry(db, 'website');
  return { website: websiteSchema.parse(entry?.value ?? {}), version: entry?.version ?? 0 };
}

/** What every browser is told before anybody signs in. */
export async function publicFace(db: Db | Tx) {
  const [utility, { website }] = await Promise.all([getUtility(db), getWebsite(db)]);
  return {
    companyName: utility.titleSuffix,
    companyNameBn: utility.titleSuffixBn || utility.nameBn,
    supportPhone: website.supportPhone || utility.phone,
    website: {
      footer: { en: website.footerEn, bn: website.footerBn || website.footerEn },
      supportHours: { en: website.supportHoursEn, bn: website.supportHoursBn || website.supportHoursEn },
      maintenance: { en: website.maintenanceEn, bn: website.maintenanceBn || website.maintenanceEn },
      links: { facebook: website.facebook, youtube: website.youtube },
    },
  };
}
