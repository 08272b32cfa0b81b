export const tariffTexts = {
  errors: {
    tariff_state: 'This tariff version has moved on. Load it again to see where it stands.',
    tariff_frozen: 'An announced tariff version never changes. Draft a new one.',
    tariff_second_person: 'Somebody who did not write or announce this version has to approve it.',
    tariff_day_taken: 'Another approved version of this category begins on that day.',
    tariff_category_unknown: 'Choose a category from the list.',
    tariff_blocks_broken:
      'Blocks begin at 0, follow one another without a gap, and only the last has no end.',
    tariff_currency_mixed: 'The approved versions of this category are in another currency.',
    tariff_in_force: 'This version is in force already: bills may have been made by it.',
    order_number_required:
      'This is {{percent}} % more than a year before. Above {{limit}} % the number of the ministry’s order is needed.',
    decimal_invalid: 'Write a number of zero or more, with six decimals at most.',
    pipe_size_twice: 'Each pipe size stands once.',
  },
  /** Lines of a bill. */
  lines: {
    water: 'Water',
    fixed: 'Fixed charge',
    minimum: 'To the minimum charge',
    sewer: 'Sewerage',
    vat_water: 'VAT on water',
    vat_fixed: 'VAT on the fixed charge',
    vat_minimum: 'VAT on the minimum charge',
    vat_sewer: 'VAT on sewerage',
    round_off: 'Rounding',
  },
};
