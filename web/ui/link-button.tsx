// <LinkButton href="/sign-up">: a link that looks like a button. <TextLink>: a link in a sentence.
// <SiteLink>: the link beneath both, which the app's router takes over.
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

import { buttonClass, type ButtonSize, type ButtonVariant, joinTexts } from './button.tsx';

interface LinkButtonProps extends SiteLinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function LinkButton({ variant, size, className, children, ...rest }: LinkButtonProps) {
  return (
    <SiteLink className={buttonClass(variant, size, className)} {...rest}>
      {joinTexts(children)}
    </SiteLink>
  );
}

/** Underlined, and padded to a finger's size. */
export function TextLink({ className = '', children, ...rest }: SiteLinkProps) {
  return (
    <SiteLink
      className={`inline-block min-h-11 content-center py-2 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2 ${className}`}
      {...rest}
    >
      {children}
    </SiteLink>
  );
}

interface MarkedLinkProps extends SiteLinkProps {
  mark: '.' | ',';
}

/**
 * <MarkedLink mark=".">: a link in a sentence with the mark after it. WebKit would break the line
 * between the two.
 */
export function MarkedLink({ mark, className = '', ...rest }: MarkedLinkProps) {
  return (
    <span className="whitespace-nowrap">
      <TextLink className={`whitespace-normal ${className}`} {...rest} />
      {mark}
    </span>
  );
}

/**
 * <SiteLink href>: a link. Plain by default, as on the landing page; the app provides its router's
 * link (SiteLinkContext).
 */
export interface SiteLinkProps extends ComponentProps<'a'> {
  href: string;
}

type RenderLink = (props: SiteLinkProps) => ReactNode;

export const SiteLinkContext = createContext<RenderLink>(({ children, ...rest }) => (
  <a {...rest}>{children}</a>
));

export function SiteLink(props: SiteLinkProps) {
  const render = use(SiteLinkContext);
  return render(props);
}
