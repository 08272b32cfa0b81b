/** What billing refuses, in English: calls of the staff; consumers only look. */
export const errors = {
  tariff_day_billed:
    'Days from its first day on are billed already. Correct the bills with it if law asks for it, or announce one that begins after the last bill.',
  nothing_to_correct: 'No bill was made for its days. Approve the tariff in the usual way.',
  advance_gone: 'The advance that this would take back was paid back to the consumer already.',
  tariff_state: 'This step is not possible in the state of the tariff.',
  tariff_second_person: 'A second person has to approve the tariff: you wrote or announced it.',
  tariff_day_taken:
    'An approved version of this category already begins on this day. Choose another day, or withdraw that version first; before its day that is possible.',
  tariff_category_unknown: 'This category does not exist.',
  tariff_blocks_broken:
    'Blocks start at 0, follow one another without a gap or an overlap, and the last one is open.',
  tariff_currency_mixed: 'All versions of a category have the same currency.',
  tariff_in_force: 'Bills may have been made by this version: it cannot be withdrawn any more.',
  order_number_required:
    'Up to {{percent}}% dearer within a year. Above {{limit}}% the number of the order is needed.',
  rise_reason_required: 'Up to {{percent}}% dearer within a year. Above {{limit}}% a reason is needed.',
  tariff_vat_differs:
    'From {{day, day}} VAT on water is {{percent}}%, and the tariff says otherwise. Take over what the settings of VAT say.',
  tariff_copied_by_vat:
    'From {{day, day}} a version counts that a change of VAT made from an earlier price. Withdraw that change of VAT first.',
  tariff_bears_vat:
    'Without this version, bills from {{day, day}} would not have the VAT of the settings. Withdraw that change of VAT first.',
  percent_invalid: 'Enter a percentage from 0 to 100 with at most three decimals.',
  vat_day_billed:
    'Days before {{day, day}} are billed already. Choose that day or a later one. If law changes VAT for billed days, announce a tariff with it for each category, and correct the bills from the page of that tariff.',
  rebate_day_billed:
    'Bills were issued before {{day, day}} by the rules of then. Choose that day or a later one.',
  surcharge_day_billed:
    'Bills were issued before {{day, day}} by the rules of then. Choose that day or a later one.',
  vat_unchanged: 'This is what counts on that day anyway.',
  vat_built_upon: 'A later change of VAT or a tariff builds on it. Withdraw that first.',
  vat_later_approved:
    'A change of VAT from {{day, day}} is approved already. Choose a later day, or withdraw that change first.',
  decimal_invalid: 'Enter a number of zero or more with at most six decimals.',
  pipe_size_twice: 'A pipe size stands here twice.',
  run_exists:
    'Run {{number, number}} ({{month, month}}) is about some of the same bills and is still open. Post it or give it up first.',
  nothing_to_print:
    'There is no bill to print here: none is in this place, or all are cancelled or corrected.',
  print_over: 'This print has ended already.',
  nothing_to_try_again: 'Nothing of this print is missing.',
  print_file_gone: 'This file is not there: it is not made yet, or it was deleted. Print again.',
  print_reversed:
    'The bill run of this print was reversed: its bills are cancelled, so its files are not given.',
  print_too_large: 'The files are too large for one ZIP. Download them one by one.',
  print_unknown_sector: 'This sector is not there any more.',
  print_unknown_road: 'This road is not there any more.',
  simulation_running: 'A tariff is being simulated already. Please wait until it is done.',
  simulation_without_bills: 'No month has been billed yet: there is nothing to calculate again.',
  simulation_over: 'This simulation has ended already.',
  nothing_held: 'Nothing is held that could be calculated again.',
  run_not_failed: 'The work of this run has not failed.',
  issue_day_outside: 'Choose an issue day from {{from, day}} to {{to, day}}.',
  unknown_sector: 'This sector does not exist any more.',
  month_in_future: 'This month has not begun yet.',
  issue_day_ahead: 'The bills are dated {{day, day}}. Post them on that day or later.',
  due_day_outside: 'Choose a last day to pay from {{from, day}} to {{to, day}}.',
  issue_month_closed: 'The books of {{month, month}} are closed. Choose a day in an open month.',
  reversal_waits: 'The reversal of this run waits for a second person, or is done.',
  reversal_second_person: 'Another person has to agree: you asked for the reversal.',
  reversal_decided: 'This was decided already, or taken back.',
  reversal_not_own: 'Only who asked may take the request back.',
  refusal_reason: 'Say why you refuse it.',
  reversal_reason: 'Say why you refuse it.',
  run_blocked:
    'Something rests on {{count, number}} of its bills (first {{numbers}}). The run’s page lists what has to be undone before.',
  item_moved: 'This connection was calculated again meanwhile. Look at its new amount first.',
  second_person: 'A second person has to approve the run: you planned it.',
  run_state: 'This step is not possible in the state of the run.',
  run_incomplete: 'Not every connection has an outcome. Calculate again.',
  nothing_to_bill: 'There is nothing to bill here.',
  invoice_cancelled: 'This bill is cancelled already.',
  invoice_paid:
    '{{amount, money}} of this bill is paid. Say that it becomes credit, or reverse the payment first.',
  invoice_is_supplement: 'This is a supplementary bill. Correct the bill that it belongs to.',
  invoice_without_reading: 'No meter reading belongs to this bill.',
  nothing_to_adjust: 'This is what the bill already says.',
  bill_not_reproducible:
    'Bill {{number, digits}} does not come out the same from its own figures: the connection was changed since. Cancel it and bill the month again.',
  correction_waits: 'A correction of this bill already waits for a second person.',
  correction_second_person: 'Somebody else has to agree: you asked for it.',
  correction_not_own: 'Only who asked may take the request back.',
  correction_decided: 'This was decided already, or taken back.',
  correction_moved:
    'The bills changed since this was asked for: it would come to {{amount, money}} now. Refuse it, and let it be asked for again.',
};
