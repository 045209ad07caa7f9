// <SiteLink href>: a link. It is the browser's own, as on the landing page, unless the app renders
// its router's (SiteLinkContext).
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
