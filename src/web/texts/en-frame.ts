/** Texts of what opens over the frame: loaded with the first of it. */
export const en = {
  keys: {
    title: 'Keyboard shortcuts',
    after: 'then',
    everywhere: 'Everywhere',
    places: 'Go to',
    lists: 'In lists',
    readings: 'Readings',
    forms: 'In forms',
    single: 'Shortcuts of single keys',
    single_help: 'Off: only shortcuts with Ctrl work. They never fire while you type.',
  },
  session: {
    ended: 'Your session has ended',
    ended_help: 'What you typed is still here. Sign in again in another tab, come back and save.',
    sign_in_there: 'Sign in in another tab',
    give_up: 'Discard the changes and go to login',
    later: 'You are signed out. What you typed is still here.',
    sign_in: 'Sign in',
    again_help: 'Sign in again as {{name}}. What you typed is still here and is sent then.',
    forgot: 'Forgot the password? Get a code by SMS',
    back: 'Back',
    other: 'You are not {{name}}?',
    other_title: 'This page belongs to {{name}}',
    other_here: '{{other}} is signed in now. What was typed here can only be sent by {{name}}.',
    other_about: 'What was typed here can only be sent by {{name}}. If you leave, it is lost.',
    leave: 'Discard the changes and leave',
    leave_as: 'Discard the changes and go on as {{other}}',
    sign_in_as: 'Sign in as {{name}}',
  },
  conflict: {
    title: 'Somebody else changed this while you typed',
    about: 'Choose what stays, field by field. Nothing is saved before you save.',
    mine: 'Your value',
    theirs: 'Saved by the other person',
    all_mine: 'Keep all of mine',
    all_theirs: 'Take all of theirs',
    empty: 'empty',
  },
  downloads: {
    title: 'Recent Downloads',
    none: 'Nothing was downloaded yet.',
    minimise: 'Minimise',
    restore: 'Show the downloads',
    done: 'Done',
    pending: '{{received}} of {{total}}',
    pending_open: '{{received}} received',
    canceled: 'Download Canceled',
    cancel: 'Cancel the download of {{name}}',
    remove: 'Remove {{name}} from the list',
    progress: 'Progress of {{name}}',
  },
  import: {
    drop: 'Drop a CSV or XLSX file here, or choose one',
    limit: 'Up to 50 MB. The first row holds the titles.',
    uploading: 'Uploading… {{share}}',
    not_in_file: 'Not in the file',
    first_rows: 'The first rows of the file',
    template: 'Template ({{format}})',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    frame: typeof en;
  }
}
