/**
 * What a list of such rows has to be told. A row without an `id` would be the row "undefined": its key, its mark and the way back to it
 * would be those of every row.
 */
export type NeedsId<R> = [R] extends [{ id: string }] ? unknown : { idOf: (row: R) => string };
