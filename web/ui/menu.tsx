// <Menu>: a button with three dots that opens a short list of actions.
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';

interface MenuProps {
  /** Names the button, e.g. 'Actions for Maya'. */
  readonly label: string;
  /** <MenuItem>s. */
  readonly children: ReactNode;
}

export function Menu({ label, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        aria-label={label}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-pencil hover:bg-wash hover:text-ink data-popup-open:bg-wash data-popup-open:text-ink"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5" fill="currentColor">
          <path d="M4 8.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Zm6 0a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Zm6 0a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z" />
        </svg>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="min-w-44 rounded-md border border-line bg-sheet py-1 text-ink lifted-shadow outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ onClick, children }: MenuItemProps) {
  return (
    <Base.Item
      className="flex min-h-11 cursor-pointer items-center px-4 font-bold select-none data-highlighted:bg-wash data-highlighted:text-signal"
      onClick={onClick}
    >
      {children}
    </Base.Item>
  );
}
