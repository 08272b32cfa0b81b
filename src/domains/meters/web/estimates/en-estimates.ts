/** Texts of estimates: which meters, by which rule, from what. */
export const estimateErrors = {
  estimate_too_early: 'The month can still be read until {{day, day}}. Estimate it after that.',
  estimates_moved:
    'Readings came in meanwhile: it would be {{count, number}} meters now. Look at the list again.',
};

export const estimates = {
  title: 'Estimate readings',
  about:
    'What each meter that was not read would be estimated with. Somebody else reviews the estimates before they are billed.',
  open: 'Estimate',
  run_one: 'Estimate {{count, number}} meter',
  run_other: 'Estimate {{count, number}} meters',
  confirm: '{{count, number}} meters of {{month}}, {{litres, m3}} m³ together',
  done_one: '{{count, number}} meter estimated; it waits for review',
  done_other: '{{count, number}} meters estimated; they wait for review',
  too_early: 'Readings of this month come until {{day}}',
  none: 'No meter of this list can be estimated',
  rule: 'Rule',
  basis: 'From',
  basis_text: '{{litres}} m³ in {{days}} days',
  basis_day: '{{litres}} m³ a day',
  use: 'Use (m³)',
  figure: 'Figure (m³)',
  in_row: 'In a row',
  left_out: 'Not estimated',
  estimated: 'Estimated',
  empty: 'Every meter was read',
  methods: {
    LAST_YEAR: 'Same month last year',
    RECENT: 'Mean of the last readings',
    CATEGORY: 'Median of the category',
  },
  why_not: {
    LIMIT: 'Too many estimates in a row: to be read',
    METER_CHANGED: 'Meter changed since the last reading',
    NO_DAYS: 'Read or connected after the month',
    NO_BASIS: 'Nothing to estimate from',
  },
};
