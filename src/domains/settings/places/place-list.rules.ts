/**
 * A list of sectors and roads as people send it: one road a line, `sector, sector name, road, road name`; a
 * heading line may be on top, a sector may be without a road, names may be left out. Every bad line is
 * reported with its number; a list is taken whole or not at all.
 */
import type { FieldError } from '#shared/errors.ts';
import { toBengaliDigits } from '#shared/format.ts';
import { toLatinDigits } from '#shared/money.ts';
import { errors } from '../contract.ts';

export type Places = {
  sectors: { number: string; name: string; nameBn: string | null }[];
  roads: { sector: string; number: string; name: string; nameBn: string | null }[];
};

const HEADINGS = ['sector', 'sector number', 'sector_number', 'সেক্টর', 'সেক্টর নম্বর'];
const LONGEST_NUMBER = 20;
const LONGEST_NAME = 100;

type Line = { row: number; cells: string[] };

/** Reads split lines; `row` counts from 1 as a spreadsheet shows it. */
export function readPlaces(lines: readonly Line[]): { places: Places; problems: FieldError[] } {
  const places: Places = { sectors: [], roads: [] };
  const problems: FieldError[] = [];
  const sectors = new Set<string>();
  const roads = new Set<string>();
  for (const { row, cells } of lines) {
    const [sector = '', sectorName = '', road = '', roadName = ''] = cells.map((cell) =>
      cell.normalize('NFC').trim(),
    );
    if (HEADINGS.includes(sector.toLowerCase())) continue;
    const [sectorNumber, roadNumber] = [toLatinDigits(sector), toLatinDigits(road)];
    const code = problemOf({ sectorNumber, sectorName, roadNumber, roadName });
    const roadKey = `${sectorNumber}\n${roadNumber}`.toLowerCase();
    const repeated = roadNumber !== '' && roads.has(roadKey);
    if (code || repeated) {
      problems.push({ path: `row${row}`, code: code ?? errors.place_repeated.code, params: { row } });
      continue;
    }
    if (!sectors.has(sectorNumber.toLowerCase())) {
      sectors.add(sectorNumber.toLowerCase());
      places.sectors.push({ number: sectorNumber, ...named(sectorName, sectorNumber, SECTOR) });
    }
    if (roadNumber === '') continue;
    roads.add(roadKey);
    places.roads.push({ sector: sectorNumber, number: roadNumber, ...named(roadName, roadNumber, ROAD) });
  }
  return { places, problems };
}

type Cells = { sectorNumber: string; sectorName: string; roadNumber: string; roadName: string };

function problemOf(cells: Cells): string | undefined {
  if (cells.sectorNumber === '' || (cells.roadName !== '' && cells.roadNumber === '')) {
    return errors.place_incomplete.code;
  }
  const numbers = [cells.sectorNumber, cells.roadNumber];
  const names = [cells.sectorName, cells.roadName];
  const tooLong =
    numbers.some((text) => text.length > LONGEST_NUMBER) || names.some((text) => text.length > LONGEST_NAME);
  return tooLong ? errors.place_too_long.code : undefined;
}

const SECTOR = { en: 'Sector', bn: 'সেক্টর' };
const ROAD = { en: 'Road', bn: 'রাস্তা' };

function named(name: string, number: string, word: { en: string; bn: string }) {
  if (name !== '') return { name, nameBn: null };
  return { name: `${word.en} ${number}`, nameBn: `${word.bn} ${toBengaliDigits(number)}` };
}

const SAMPLE_SECTORS = 30;
const SAMPLE_ROADS = 10;

/** A sample to start with: 30 sectors, as Purbachal has, with ten roads each (101 … 110, 201 …). */
export function samplePlaces(): Places {
  const lines = Array.from({ length: SAMPLE_SECTORS * SAMPLE_ROADS }, (_, index) => {
    const sector = Math.floor(index / SAMPLE_ROADS) + 1;
    const road = sector * 100 + (index % SAMPLE_ROADS) + 1;
    return { row: index + 1, cells: [String(sector), '', String(road), ''] };
  });
  return readPlaces(lines).places;
}
