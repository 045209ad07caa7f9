// <SiteLink href>: a link. Plain by default, as on the landing page; the app provides its router's
// link (SiteLinkContext).
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

export interface SiteLinkProps extends ComponentProps<'a'> {
  readonly href: string;
}

type RenderLink = (props: SiteLinkProps) => ReactNode;

export const SiteLinkContext = createContext<RenderLink>(({ children, ...rest }) => (
  <a {...rest}>{children}</a>
));

export function SiteLink(props: SiteLinkProps) {
  const render = use(SiteLinkContext);
  return render(props);
}
