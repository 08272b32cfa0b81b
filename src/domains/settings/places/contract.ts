/** Sectors, their roads, and district metered areas: the places that everything else refers to. */
import { z } from 'zod';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { toLatinDigits } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors as settingsErrors } from '../contract.ts';

/** Numbers are stored in Latin digits, so that ৫ and 5 are one sector. */
export const numberSchema = lineSchema(20).transform(toLatinDigits);
const blank = z.literal('').transform(() => null);
const optionalLine = z.union([blank, z.null(), lineSchema(100)]).default(null);
const versioned = { id: z.uuid(), version: z.int() };

export const sectorSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  dmaId: z.uuid().nullable(),
  dmaNumber: z.string().nullable(),
  roadCount: z.int(),
  version: z.int(),
});
export type Sector = z.infer<typeof sectorSchema>;

/** As the list shows it, with what the domains to the right have there. */
export const listedSector = sectorSchema.extend({ connectionCount: z.int() });
export type ListedSector = z.infer<typeof listedSector>;

export const sectorBody = z.object({
  number: numberSchema,
  name: lineSchema(100),
  nameBn: optionalLine,
  dmaId: z.union([blank, z.null(), z.uuid()]).default(null),
});
export type SectorFields = z.output<typeof sectorBody>;

export const listSectors = endpoint({
  service: 'main',
  method: 'GET',
  path: '/sector',
  summary: 'Sectors',
  access: { permission: 'sectors:view' },
  query: paging(['number', 'name', 'nameBn', 'roadCount'], { dmaId: z.uuid().optional() }),
  output: listOf(listedSector),
});

export const listSectorsDownload = exportOf(listSectors);

export const getSector = endpoint({
  service: 'main',
  method: 'GET',
  path: '/sector/{id}',
  summary: 'One sector',
  access: { permission: 'sectors:view' },
  params: idParams,
  output: sectorSchema,
});

export const addSector = endpoint({
  service: 'main',
  method: 'POST',
  path: '/sector/add',
  summary: 'Add a sector',
  access: { permission: 'sectors:edit' },
  body: sectorBody,
  output: sectorSchema,
  audit: 'sector.add',
  refuses: [settingsErrors.sector_number_taken, settingsErrors.unknown_dma],
});

export const validateSector = endpoint({
  service: 'main',
  method: 'POST',
  path: '/sector/validate',
  summary: 'Whether a sector number is free; `id` is the sector that may have it',
  access: { permission: 'sectors:edit' },
  body: z.object({ number: numberSchema, id: z.uuid().optional() }),
  output: z.object({ free: z.boolean() }),
  audit: { none: 'asks only' },
});

export const updateSector = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/sector/update',
  summary: 'Change a sector',
  access: { permission: 'sectors:edit' },
  body: sectorBody.extend(versioned),
  output: sectorSchema,
  audit: 'sector.update',
  refuses: [commonErrors.not_found, settingsErrors.sector_number_taken, settingsErrors.unknown_dma],
});

export const deleteSector = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/sector/delete/{id}',
  summary: 'Delete a sector that nothing refers to',
  access: { permission: 'sectors:edit' },
  params: idParams,
  output: done,
  audit: 'sector.delete',
  refuses: [settingsErrors.sector_still_used, settingsErrors.sector_has_roads],
});

export const roadSchema = z.object({
  id: z.uuid(),
  sectorId: z.uuid(),
  sectorNumber: z.string(),
  sectorName: z.string(),
  sectorNameBn: z.string().nullable(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  routeOrder: z.int(),
  version: z.int(),
});
export type Road = z.infer<typeof roadSchema>;

export const listedRoad = roadSchema.extend({ connectionCount: z.int() });
export type ListedRoad = z.infer<typeof listedRoad>;

export const roadBody = z.object({
  sectorId: z.uuid({ error: 'common.choose_one' }),
  number: numberSchema,
  name: lineSchema(100),
  nameBn: optionalLine,
  routeOrder: z.int().min(0).max(100_000).default(0),
});
export type RoadFields = z.output<typeof roadBody>;

export const listRoads = endpoint({
  service: 'main',
  method: 'GET',
  path: '/road',
  summary: 'Roads',
  access: { permission: 'roads:view' },
  query: paging(['sector', 'number', 'name', 'nameBn', 'routeOrder'], { sectorId: z.uuid().optional() }),
  output: listOf(listedRoad),
});

export const listRoadsDownload = exportOf(listRoads);

export const getRoad = endpoint({
  service: 'main',
  method: 'GET',
  path: '/road/{id}',
  summary: 'One road',
  access: { permission: 'roads:view' },
  params: idParams,
  output: roadSchema,
});

export const roadsOfSector = endpoint({
  service: 'main',
  method: 'GET',
  path: '/road/get/{id}',
  summary: 'All roads of one sector, in number order',
  access: { permission: 'roads:view' },
  params: idParams,
  output: z.object({ items: z.array(roadSchema) }),
});

export const addRoad = endpoint({
  service: 'main',
  method: 'POST',
  path: '/road/add',
  summary: 'Add a road',
  access: { permission: 'roads:edit' },
  body: roadBody,
  output: roadSchema,
  audit: 'road.add',
  refuses: [settingsErrors.road_number_taken, settingsErrors.unknown_sector],
});

export const validateRoad = endpoint({
  service: 'main',
  method: 'POST',
  path: '/road/validate',
  summary: 'Whether a road number is free in a sector; `id` is the road that may have it',
  access: { permission: 'roads:edit' },
  body: z.object({ sectorId: z.uuid(), number: numberSchema, id: z.uuid().optional() }),
  output: z.object({ free: z.boolean() }),
  audit: { none: 'asks only' },
});

export const updateRoad = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/road/update',
  summary: 'Change a road',
  access: { permission: 'roads:edit' },
  body: roadBody.extend(versioned),
  output: roadSchema,
  audit: 'road.update',
  refuses: [commonErrors.not_found, settingsErrors.road_number_taken, settingsErrors.unknown_sector],
});

export const deleteRoad = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/road/delete/{id}',
  summary: 'Delete a road that nothing refers to',
  access: { permission: 'roads:edit' },
  params: idParams,
  output: done,
  audit: 'road.delete',
  refuses: [settingsErrors.road_still_used, commonErrors.still_referenced],
});

export const dmaSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  nameBn: z.string().nullable(),
  sectorCount: z.int(),
  version: z.int(),
});
export type Dma = z.infer<typeof dmaSchema>;
export const listedDma = dmaSchema.extend({ connectionCount: z.int() });
export type ListedDma = z.infer<typeof listedDma>;

export const dmaBody = z.object({ number: numberSchema, name: lineSchema(100), nameBn: optionalLine });
export type DmaFields = z.output<typeof dmaBody>;

export const listDmas = endpoint({
  service: 'main',
  method: 'GET',
  path: '/dma',
  summary: 'District metered areas (the path is ours)',
  access: { permission: 'sectors:view' },
  query: paging(['number', 'name', 'nameBn', 'sectorCount'], {}),
  output: listOf(listedDma),
});

export const listDmasDownload = exportOf(listDmas);

export const validateDma = endpoint({
  service: 'main',
  method: 'POST',
  path: '/dma/validate',
  summary:
    'Whether the number of a metered area is free; `id` is the area that may have it (the path is ours)',
  access: { permission: 'sectors:edit' },
  body: z.object({ number: numberSchema, id: z.uuid().optional() }),
  output: z.object({ free: z.boolean() }),
  audit: { none: 'asks only' },
});

export const addDma = endpoint({
  service: 'main',
  method: 'POST',
  path: '/dma/add',
  summary: 'Add a district metered area (the path is ours)',
  access: { permission: 'sectors:edit' },
  body: dmaBody,
  output: dmaSchema,
  audit: 'dma.add',
  refuses: [settingsErrors.dma_number_taken],
});

export const updateDma = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/dma/update',
  summary: 'Change a district metered area (the path is ours)',
  access: { permission: 'sectors:edit' },
  body: dmaBody.extend(versioned),
  output: dmaSchema,
  audit: 'dma.update',
  refuses: [commonErrors.not_found, settingsErrors.dma_number_taken],
});

export const deleteDma = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/dma/delete/{id}',
  summary: 'Delete a district metered area that nothing refers to (the path is ours)',
  access: { permission: 'sectors:edit' },
  params: idParams,
  output: done,
  audit: 'dma.delete',
  refuses: [settingsErrors.dma_still_used, settingsErrors.dma_in_use],
});
