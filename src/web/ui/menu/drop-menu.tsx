/** A button with a menu below it. The menu's own code is loaded when it is first opened. */
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { onDemand } from '../on-demand.tsx';
import type { MenuChoice } from './menu-choice.ts';

type Trigger = { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': boolean };
export type DropMenuProps = {
  choices: readonly MenuChoice[];
  /** The button; spread the props into it. */
  trigger: (props: Trigger) => ReactElement;
  /** Above the choices. */
  head?: ReactNode;
};

const DropMenuList = onDemand(() => import('./drop-menu-list.tsx').then((file) => file.DropMenuList));

export function DropMenu({ choices, trigger, head }: DropMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useRef(false);
  if (isOpen) wasOpened.current = true;
  const button = trigger({
    onClick: () => setIsOpen(!isOpen),
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
  });
  if (!wasOpened.current) return button;
  return (
    <DropMenuList
      meanwhile={button}
      button={button}
      choices={choices}
      head={head}
      isOpen={isOpen}
      close={() => setIsOpen(false)}
    />
  );
}
