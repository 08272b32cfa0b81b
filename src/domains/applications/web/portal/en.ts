/** What an applicant reads who fills in the form: a namespace of its own, because the home of a household does not need it. */
export const en = {
  title: 'Application for a connection',
  about: 'Fill in the sections in any order. Everything is saved as you type.',
  not_started: 'Not begun',
  started: 'Begun',
  done: 'Done',
  optional: 'Optional',
  last: 'Last step',
  papers_missing_one: '{{count, number}} missing',
  papers_missing_other: '{{count, number}} missing',
  check: 'Check and submit',
  continue: 'Save and continue',
  plumber_help: 'Who lays the pipe inside your plot. Leave it empty if you do not know yet.',
  still_missing: 'Before you can submit',
  unfinished_one: '{{part}}: {{count, number}} answer',
  unfinished_other: '{{part}}: {{count, number}} answers',
  declaration: 'By submitting you confirm that the answers and documents are true.',
  created: 'Connection Created Successfully',
  override: 'Why a second connection on this plot is right',
  override_help: 'Stands in the history. Then submit once more.',
  same_person: 'It is {{name}}: submit for customer {{number}}',
  other_person: 'Why it is another person',
  other_person_help: 'Stands in the history. Then submit once more; a new customer is made.',
  needed_help: 'A sharp photo of the whole page is enough. Each document is kept as soon as it is chosen.',
  welcome: 'If you have them',
  replace: 'Choose another one',
  add_another: 'Add another one',
  remove: 'Remove',
  remove_question: 'Remove this document?',
  show_sent: '{{kind}}: show what was sent',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    application_form: typeof en;
  }
}
