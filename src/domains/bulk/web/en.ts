import { english } from '../names.rules.ts';

export const en = {
  notices: {
    finished: '{{en}}: {{done, number}} done, {{failed, number}} not done.',
    stopped: '{{en}}: stopped before its end. {{count, number}} were given up.',
    failed:
      'Your bulk action does not get on. The program tries again, and those who look after it were told.',
  },
  job_states: english.jobStates,
  item_states: english.itemStates,
  reasons: {
    stale: english.reasons['common.stale_version'],
    gone: english.reasons['common.not_found'],
    not_permitted: english.reasons['common.not_permitted'],
    busy: english.reasons['common.locked'],
  },
  dialog: {
    title_one: '{{action}}: {{count, number}} record',
    title_other: '{{action}}: {{count, number}} records',
    looking: 'Checking which records it can be done to',
    will_one: 'It will be done to {{count, number}} record, each as by the single step.',
    will_other: 'It will be done to {{count, number}} records, each as by the single step.',
    none: 'It cannot be done to any of these records now.',
    cannot_one: '{{count, number}} record is left out:',
    cannot_other: '{{count, number}} records are left out:',
    more: 'and {{count, number}} more',
    sum: 'Together',
    run: '{{action}} ({{count, number}})',
    remark: 'Remark',
    remark_optional: 'Remark (optional)',
    started: 'Started. You can go on working: it is done in the background.',
  },
  running: {
    title: 'Running bulk actions',
    progress: '{{done, number}} of {{count, number}}',
    spoken: 'Progress of {{action}}',
    done: '{{done, number}} done',
    failed: '{{failed, number}} not done',
    open: 'Open',
    why: 'See why',
    hide: 'Hide {{action}}',
  },
  jobs: {
    title: 'Bulk actions',
    about: 'What you did to many records at once, and what was not done and why. Kept for 90 days.',
    action: 'Action',
    asked: 'Started',
    asked_by: 'By',
    whose: 'Whose',
    others: 'Of others, running now',
    ended: 'Ended',
    state: 'State',
    total: 'Records',
    done: 'Done',
    refused: 'Not done',
    given_up: 'Given up',
    left_out: 'Left out',
    empty: 'No bulk actions yet',
    empty_help: 'Select rows in a list of applications and choose what is to be done.',
  },
  job: {
    records_one: '{{count, number}} record',
    records_other: '{{count, number}} records',
    cancel: 'Cancel the rest',
    cancel_detail: 'What is done stays done. {{count, number}} records are given up.',
    cancelled: 'Cancelled. What was not done is given up.',
    again: 'Try these again ({{count, number}})',
    failing: 'The program failed over a record and tries again. Those who look after it were told.',
    stopped:
      'It was stopped: you may not do this any more, or the session in which you started it was ended.',
    progress: 'Progress',
    items: 'Records',
    record: 'Record',
    result: 'Result',
    reason: 'Reason',
    at: 'Time',
    search: 'Number',
    tabs: { failed: 'Not done', done: 'Done', waiting: 'Waiting', left_out: 'Left out' },
    left_out: '{{count, number}} left out from the start',
    nothing: 'None',
    nothing_help: 'No record has this result.',
  },
  errors: {
    unknown_action: 'This cannot be done to many records at once, or you may not do it.',
    unknown_list: 'Rows of this list cannot be chosen all at once.',
    too_many:
      'This list has {{count, number}} rows. At most {{most, number}} are done at a time: narrow the filters.',
    nothing_chosen: 'There is nothing left to do it to.',
    running_already: 'You run this action already. Wait until it has ended, or cancel it.',
    over_already: 'It is over already.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    bulk: typeof en;
  }
}
