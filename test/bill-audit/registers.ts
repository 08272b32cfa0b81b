/** How many litres each reading measured, added up from the figures of the registers alone. */

/** A meter at a connection, from its first to its last day there. */
export type Seat = {
  connection: string;
  meter: string;
  digits: number;
  installedOn: string;
  openingLitres: number;
  removedOn: string | null;
  /** Null also if the connection was closed with a reading of the meter's last day: that reading has the figure. */
  finalLitres: number | null;
};
export type Reading = {
  id: string;
  connection: string;
  meter: string;
  period: string;
  readOn: string;
  litres: number;
  /** False: the register shows less than before, and nothing explains it. */
  isExplained: boolean;
};
export type Use = {
  litres: number;
  /** The reading before, of any meter; if there is none, the day on which the first meter came. */
  beforeOn: string;
  beforePeriod: string | null;
};

const LITRES_OF_M3 = 1000;

/** Of each reading that counts, by its id. */
export function usesOf(seats: readonly Seat[], readings: readonly Reading[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  const readingsOf = Map.groupBy(readings, ({ connection }) => connection);
  for (const [connection, own] of Map.groupBy(seats, (seat) => seat.connection)) {
    addUses(uses, own, readingsOf.get(connection) ?? []);
  }
  return uses;
}

function addUses(uses: Map<string, Use>, seats: Seat[], readings: readonly Reading[]): void {
  const inOrder = seats.toSorted((a, b) => a.installedOn.localeCompare(b.installedOn));
  let before: Reading | undefined;
  let litres = 0;
  for (const seat of inOrder) {
    let shown = seat.openingLitres;
    const own = readings.filter(
      ({ meter, readOn }) => meter === seat.meter && readOn >= seat.installedOn && isThere(seat, readOn),
    );
    for (const reading of own.toSorted((a, b) => a.readOn.localeCompare(b.readOn))) {
      litres += flow(shown, reading.litres, reading.isExplained ? seat.digits : null);
      shown = reading.litres;
      uses.set(reading.id, {
        litres,
        beforeOn: before?.readOn ?? inOrder[0]?.installedOn ?? seat.installedOn,
        beforePeriod: before?.period ?? null,
      });
      before = reading;
      litres = 0;
    }
    if (seat.finalLitres !== null) litres += flow(shown, seat.finalLitres, seat.digits);
  }
}

/** On its last day it is read if the connection ends with it. */
function isThere({ removedOn }: Seat, day: string): boolean {
  return !removedOn || day <= removedOn;
}

/** After its last figure a register of so many digits begins again at zero. */
function flow(from: number, to: number, digits: number | null): number {
  return to < from && digits !== null ? to - from + 10 ** digits * LITRES_OF_M3 : to - from;
}
