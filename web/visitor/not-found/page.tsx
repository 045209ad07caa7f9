// Shown for any unknown path: <NotFoundPage> to visitors, as HTML alone, and the page in the frame
// of whoever is signed in.
import type { ReactNode } from 'react';

import { paths } from '../../../domain/paths.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import { useMarkedAudience } from '../../navigation/return-path.ts';
import { useSession } from '../../transport/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';

const TITLE = 'Page not found';

export default function NotFound() {
  const family = useSession('family');
  const audience = useMarkedAudience({ family, admin: useSession('admin') });
  if (audience === 'admin')
    return (
      <AdminFrame title={TITLE}>
        <div>
          <Words />
        </div>
      </AdminFrame>
    );
  return <NotFoundPage actions={family && <FamilyActions />} />;
}

export function NotFoundPage({ actions }: { actions?: ReactNode }) {
  return (
    <PageFrame title={TITLE} width="narrow" actions={actions}>
      <Words />
    </PageFrame>
  );
}

function Words() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <p className="figures font-display text-display font-semibold text-signal">404</p>
      <h1 className="mt-2 text-title">Oops! Page not found</h1>
      <p className="mt-3 text-pencil">
        Nothing was observed at this address, however often we measured.
      </p>
      <LinkButton className="mt-7" href={paths.home}>
        Return to Home
      </LinkButton>
    </>
  );
}
