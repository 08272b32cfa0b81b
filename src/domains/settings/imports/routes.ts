import { sendExport } from '#platform/exports/send-export.ts';
import { keyOf } from '#platform/http/idempotency.ts';
import { withImportFile } from '#platform/imports/import-file.ts';
import type { Platform } from '#platform/platform.ts';
import { type Route, special } from '#platform/route.ts';
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
  special(endpoint, ({ actor, request }, { query }) =>
    withImportFile(request, errors.import_file_missing, ({ stream }) =>
      importList(platform, actor, { kind, uses, save: query.save, key: keyOf(request) }, stream),
    ),
  );

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
