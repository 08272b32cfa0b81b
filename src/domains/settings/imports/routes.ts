import { sendExport } from '#platform/exports/send-export.ts';
import type { Platform } from '#platform/platform.ts';
import { type Route, special } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS } from '#shared/files.ts';
import { errors } from '../contract.ts';
import type { PlaceUse } from '../places/uses.ts';
import { importList } from './actions/import-list.ts';
import * as contract from './contract.ts';
import { listTemplate } from './list-template.ts';

type Given = { platform: Pick<Platform, 'database' | 'files'>; uses: readonly PlaceUse[] };

const importOf = (
  { platform, uses }: Given,
  kind: contract.ListKind,
  endpoint: typeof contract.importSectors,
): Route =>
  special(endpoint, async ({ actor, request }, { query }) => {
    const file = await request.file({ limits: { fileSize: FILE_CAPS.attachment, files: 1 } });
    if (!file) throw fail(errors.import_file_missing);
    return importList(platform, actor, { kind, uses, save: query.save }, file.file);
  });

const templateOf = (kind: contract.ListKind, endpoint: typeof contract.sectorTemplate): Route =>
  special(endpoint, (context, { query }) =>
    sendExport(context, async () => listTemplate(context.clock, context.actor, { kind, ...query })),
  );

/** @param uses what the domains to the right have of materials */
export function listImportRoutes(platform: Given['platform'], uses: readonly PlaceUse[]): Route[] {
  const given = { platform, uses };
  return [
    importOf(given, 'sectors', contract.importSectors),
    importOf(given, 'roads', contract.importRoads),
    importOf(given, 'dmas', contract.importDmas),
    importOf(given, 'materials', contract.importMaterials),
    templateOf('sectors', contract.sectorTemplate),
    templateOf('roads', contract.roadTemplate),
    templateOf('dmas', contract.dmaTemplate),
    templateOf('materials', contract.materialTemplate),
  ];
}
