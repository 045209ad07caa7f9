// <BackLink href="/account">Account</BackLink>: the way back, in the space above a title.
// <Chevron>: its sign. Apart from page-header.tsx, which visitors load.
import { SiteLink, type SiteLinkProps } from './link-button.tsx';

export function BackLink({ href, children }: Pick<SiteLinkProps, 'href' | 'children'>) {
  return (
    <SiteLink
      href={href}
      className="-mt-5 -ml-1.5 flex min-h-11 items-center gap-1 justify-self-start pr-3 font-bold"
    >
      <Chevron className="" />
      {children}
    </SiteLink>
  );
}

/** Points left; `rotate-180` turns it. */
export function Chevron({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-5 shrink-0 text-pencil ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M10 3 5 8l5 5" />
    </svg>
  );
}
