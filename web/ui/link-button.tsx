// <LinkButton to="/sign-up">: a link that looks like a button. `to` is a path of this site; `href` goes anywhere else.
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx';

interface Look {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string;
  readonly children: ReactNode;
}

type Target =
  | { readonly to: string; readonly replace?: boolean; readonly href?: never }
  | { readonly href: string; readonly to?: never; readonly replace?: never };

export function LinkButton({ variant, size, className, children, ...target }: Look & Target) {
  const look = buttonClass(variant, size, className);
  if (target.href !== undefined) {
    return (
      <a className={look} href={target.href}>
        {children}
      </a>
    );
  }
  return (
    <Link className={look} to={target.to} replace={target.replace ?? false}>
      {children}
    </Link>
  );
}
