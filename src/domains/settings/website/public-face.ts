/** What the document of every page holds of the settings: the same for everybody, nothing secret. */
import type { Db, Tx } from '#platform/database/db.ts';
import { getUtility } from '../queries.ts';
import { getMaintenance, maintenanceTexts } from './maintenance.ts';
import { getWebsite } from './queries.ts';

/** What every browser is told before anybody signs in. */
export async function publicFace(db: Db | Tx) {
  const [utility, { website }, { on }, maintenance] = await Promise.all([
    getUtility(db),
    getWebsite(db),
    getMaintenance(db),
    maintenanceTexts(db),
  ]);
  return {
    maintenance: on,
    companyName: utility.titleSuffix,
    companyNameBn: utility.titleSuffixBn || utility.nameBn,
    supportPhone: website.supportPhone || utility.phone,
    website: {
      footer: { en: website.footerEn, bn: website.footerBn || website.footerEn },
      supportHours: { en: website.supportHoursEn, bn: website.supportHoursBn || website.supportHoursEn },
      maintenance,
      links: { facebook: website.facebook, youtube: website.youtube },
    },
  };
}
