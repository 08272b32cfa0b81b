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
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    frame: typeof en;
  }
}
