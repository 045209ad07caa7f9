// <LinkButton href="/sign-up">: a link that looks like a button. <TextLink>: a link in a sentence. Both are plain links; in
// the app a click on one changes the page without loading it anew (follow-links.ts).
import type { ComponentProps } from 'react';

import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx';

interface LinkButtonProps extends ComponentProps<'a'> {
  readonly href: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
}

export function LinkButton({ variant, size, className, children, ...rest }: LinkButtonProps) {
  return (
    <a className={buttonClass(variant, size, className)} {...rest}>
      {children}
    </a>
  );
}

/** Underlined, with room for a finger. */
export function TextLink({
  className = '',
  children,
  ...rest
}: ComponentProps<'a'> & { readonly href: string }) {
  return (
    <a
      className={`inline-block py-2 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2 ${className}`}
      {...rest}
    >
      {children}
    </a>
  );
}
