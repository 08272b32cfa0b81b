/** What the document of every page holds of the settings: the same for everybody, nothing secret. */
import type { Db, Tx } from '#platform/database/db.ts';
import { getUtility } from '../queries.ts';
import { getPicture } from './contract.ts';
import { getMaintenance, maintenanceTexts } from './maintenance.ts';
import { type PictureSize, pictureSizes } from './pictures.ts';
import { getWebsite } from './queries.ts';

type Language = 'en' | 'bn';

/** What every browser is told before anybody signs in. */
/** @param main address of the service that serves the pictures */
export async function publicFace(db: Db | Tx, main = '/api/main') {
  const [utility, { website }, { on }, maintenance, { logo, favicon }] = await Promise.all([
    getUtility(db),
    getWebsite(db),
    getMaintenance(db),
    maintenanceTexts(db),
    pictureSizes(db),
  ]);
  const shown = (picture: PictureSize | null) =>
    picture && {
      address: `${main}${getPicture.path.replace('{id}', picture.id)}`,
      width: picture.width,
      height: picture.height,
    };
  return {
    maintenance: on,
    companyName: utility.titleSuffix,
    companyNameBn: utility.titleSuffixBn || utility.nameBn,
    supportPhone: website.supportPhone || utility.phone,
    website: {
      languages: website.languages.split('_') as Language[],
      logo: shown(logo),
      favicon: shown(favicon),
      footer: { en: website.footerEn, bn: website.footerBn || website.footerEn },
      supportHours: { en: website.supportHoursEn, bn: website.supportHoursBn || website.supportHoursEn },
      maintenance,
      links: { facebook: website.facebook, youtube: website.youtube },
    },
  };
}
