// <FileButton>: a button that chooses a file.
import type { ComponentProps } from 'react';

import { type ButtonVariant, buttonClass } from '../button.tsx';

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  variant: ButtonVariant;
  /** What the button says. */
  children: string;
  onFile: (file: File) => void;
}

export function FileButton({ variant, children, onFile, ...rest }: FileButtonProps) {
  return (
    <label
      className={buttonClass(
        variant,
        'regular',
        'outline-offset-3 outline-signal has-focus-visible:outline-3 not-supports-[selector(:has(a))]:focus-within:outline-3',
      )}
    >
      {children}
      <input
        {...rest}
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file can be chosen again once it has been corrected.
          target.value = '';
        }}
      />
    </label>
  );
}
