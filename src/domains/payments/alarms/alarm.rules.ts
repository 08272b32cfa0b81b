/** Alarms about money: what they are, and how one ends. */
/** Differences between a settlement file and the books. */
export const FILE_KINDS = ['FILE_THEIRS', 'FILE_OURS', 'FILE_AMOUNT', 'FILE_TWICE', 'FILE_REVERSED'] as const;

export const ALARM_KINDS = [
  'SIGNATURE',
  'ORDER',
  'AMOUNT',
  'CURRENCY',
  'MERCHANT',
  'UNDECIDED',
  'AFTER_REVERSAL',
  'HELD',
  ...FILE_KINDS,
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** A difference between a settlement file and the books. */
export const isOfFile = (kind: AlarmKind): boolean => (FILE_KINDS as readonly AlarmKind[]).includes(kind);

export const ALARM_STATES = ['OPEN', 'TAKEN', 'SOLVED'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/**
 * BOOKED, SENT_BACK and NO_MONEY: by two people. CAME_RIGHT: what the bank says and the books agree by themselves.
 * NOTED: by one person, because the bank answered a clear no.
 */
export const ALARM_SOLUTIONS = ['BOOKED', 'SENT_BACK', 'NO_MONEY', 'CAME_RIGHT', 'NOTED'] as const;
export type AlarmSolution = (typeof ALARM_SOLUTIONS)[number];

/** The page of one alarm: a notice leads to it, and a row of the home. */
export const alarmPath = (id: string): string => `/alarms/${id}`;
