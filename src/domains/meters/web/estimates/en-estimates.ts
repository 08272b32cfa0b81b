/** Texts of estimates: which meters, by which rule, from what. */
export const estimateErrors = {
  own_window: 'The last day has to be before the first day of the month after.',
  estimate_too_early: 'The month can still be read until {{day, day}}. Estimate it after that.',
  estimates_moved:
    'Readings came in meanwhile: it would be {{count, number}} meters now. Look at the list again.',
  estimate_bill_changed:
    'Bill {{number, digits}} of an estimated month does not come out the same any more. Correct it by hand first.',
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
  settings: {
    title: 'Estimates and own readings',
    about:
      'When a meter that nobody read is estimated and by which rule, and when households send their own figures.',
    deadlineDay: 'Readings of a month come until day',
    deadline_help: 'Of the next month. After it, what was not read can be estimated.',
    mostInRow: 'Estimates in a row at most',
    in_row_help: 'Then the meter gets a work order to be read, and no further estimate.',
    leastReadings: 'A mean needs at least',
    leastReadings_unit: 'readings',
    mostEstimatedPercent: 'No mean if more of the last six months was estimated than',
    order: 'Rules, in the order in which they are tried',
    use: 'Use the rule “{{rule}}”',
    up: 'Try “{{rule}}” earlier',
    none: 'Choose at least one rule.',
    ownAllowed: 'Households may send the figure of their own meter',
    ownFromDay: 'From day',
    ownToDay: 'Until day',
    of_month: 'of the month',
    of_next: 'of the next month',
    save: 'Save',
    saved: 'Saved; estimates that were made stay as they are',
  },
  methods: {
    LAST_YEAR: 'Same month last year',
    RECENT: 'Mean of the last readings',
    CATEGORY: 'Median of the category',
    EMPTY: 'Empty by a notice',
    BETWEEN: 'Between two real readings',
  },
  why_not: {
    LIMIT: 'Too many estimates in a row: to be read',
    METER_CHANGED: 'Meter changed since the last reading',
    NO_DAYS: 'Read or connected after the month',
    NO_BASIS: 'Nothing to estimate from',
  },
};
