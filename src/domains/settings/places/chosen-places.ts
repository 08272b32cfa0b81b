/** The places that somebody chose at set-up, read from a sample or from CSV text. */
import { parse } from 'csv-parse/sync';
import { fail } from '#shared/errors.ts';
import { errors, type PlacesChoice } from '../contract.ts';
import { type Places, readPlaces, samplePlaces } from './place-list.rules.ts';

/** The places somebody chose at set-up; refuses a list with its bad lines. */
export function chosenPlaces(choice: PlacesChoice): Places {
  if (choice.from === 'sample') return samplePlaces();
  if (choice.from === 'nothing') return { sectors: [], roads: [] };
  const { places, problems } = readPlaces(splitLines(choice.text));
  if (problems.length > 0)
    throw fail(errors.places_invalid, { count: problems.length }, problems.slice(0, 100));
  if (places.sectors.length === 0) {
    throw fail(errors.places_invalid, { count: 1 }, [
      { path: 'row1', code: errors.place_incomplete.code, params: { row: 1 } },
    ]);
  }
  return places;
}

type Parsed = { record: string[]; info: { lines: number } };

/** CSV with commas, semicolons or tabs. A quote that is never closed is a bad line as well. */
function splitLines(text: string) {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ row: info.lines, cells: record }));
  } catch (error) {
    const row = (error as { lines?: number }).lines ?? 1;
    throw fail(errors.places_invalid, { count: 1 }, [
      { path: `row${row}`, code: errors.place_incomplete.code, params: { row } },
    ]);
  }
}
