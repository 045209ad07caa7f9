// <MarkedLink mark=".">: a link in a sentence with the mark after it. WebKit would break the line
// between the two.
import { TextLink } from './link-button.tsx';
import type { SiteLinkProps } from './site-link.tsx';

interface MarkedLinkProps extends SiteLinkProps {
  readonly mark: '.' | ',';
}

export function MarkedLink({ mark, className = '', ...rest }: MarkedLinkProps) {
  return (
    <span className="whitespace-nowrap">
      <TextLink className={`whitespace-normal ${className}`} {...rest} />
      {mark}
    </span>
  );
}
