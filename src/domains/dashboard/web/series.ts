/** What a chart by month draws. */
export type Series = { key: string; name: string; colour: string };
export type MonthPoint = { period: string } & Record<string, string | number>;
