/** What the command palette can do. A domain offers its own in `web/commands.ts`, which is found by its name. */
import type { Permission } from '#shared/permissions.ts';
import type { MenuIcon } from './menu-groups.ts';
import type { Who } from './pages.ts';
import type { Title } from './title.ts';

export type Command = {
  key: string;
  icon: MenuIcon;
  title: Title;
  /** What it belongs to. */
  about?: Title;
  /** Further words by which it is found. */
  words?: string;
  keys?: string;
  address?: string;
  /** Done here, without going anywhere. */
  does?: 'language' | 'theme' | 'help' | 'sign-out';
};

export type PaletteCommand = Command & {
  /** Its place among those of all domains: the smallest comes first. */
  order: number;
  permission?: Permission;
  /** Left out: everybody who is signed in. */
  who?: readonly Exclude<Who, 'public'>[];
};
