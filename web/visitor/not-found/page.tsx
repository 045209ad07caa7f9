// Shown for any unknown path.
import { paths } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export default function NotFound() {
  return (
    <PageFrame title="Page not found" width="narrow">
      <meta name="robots" content="noindex" />
      <p className="figures font-display text-display font-semibold text-signal">404</p>
      <h1 className="mt-2 text-title">Oops! Page not found</h1>
      <p className="mt-3 text-pencil">
        Nothing was observed at this address, however often we measured.
      </p>
      <LinkButton className="mt-7" href={paths.home}>
        Return to Home
      </LinkButton>
    </PageFrame>
  );
}
