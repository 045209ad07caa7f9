// <LinkButton href="/sign-up">: a link that looks like a button. <TextLink>: a link in a sentence.
import { buttonClass, type ButtonSize, type ButtonVariant, joinTexts } from './button.tsx';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';

interface LinkButtonProps extends SiteLinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
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
      className={`inline-block py-2 font-bold underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2 ${className}`}
      {...rest}
    >
      {children}
    </SiteLink>
  );
}
