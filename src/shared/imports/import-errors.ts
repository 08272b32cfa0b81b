/** What is wrong with a table that somebody sends. */
import { errorCodes } from '../errors.ts';

export const importErrors = errorCodes('imports', {
  empty: { status: 422 },
  /** The text is in an old Bengali or Windows encoding: save as "CSV UTF-8". params: line */
  not_utf8: { status: 422 },
  /** A quotation mark that is not closed, or a line of more than a megabyte. params: line */
  broken_row: { status: 422 },
  not_a_table: { status: 422 },
  unreadable_workbook: { status: 422 },
  /** params: limit */
  too_many_rows: { status: 422 },
});
