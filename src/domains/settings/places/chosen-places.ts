/** The places that somebody chose at set-up: a sample, nothing, or a list as CSV text. */
import { type CsvLine, csvLines } from '#platform/imports/csv-rows.ts';
import { AppError, fail } from '#shared/errors.ts';
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

/** A quotation mark that is never closed is a bad line as well. */
function splitLines(text: string): CsvLine[] {
  try {
    return csvLines(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const row = Number(error.params?.line ?? 1);
    throw fail(errors.places_invalid, { count: 1 }, [
      { path: `row${row}`, code: errors.place_incomplete.code, params: { row } },
    ]);
  }
}
