/** What this browser keeps of a person's lists (searched words, ids of records) goes when they sign out. */
export const PREFERENCES_KEY = 'listPreferences';
export const TRAIL_KEY = 'trail:';
export const LEFT_KEY = 'left:';

export function forgetLists() {
  localStorage.removeItem(PREFERENCES_KEY);
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(TRAIL_KEY) || key.startsWith(LEFT_KEY)) sessionStorage.removeItem(key);
  }
}
