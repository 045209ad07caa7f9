// /admin-account: on a phone the list of the pages of the tutor's account; on a wider screen, where
// each page has that list beside it, the first of them.
import { Navigate } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { PlaceIndex } from '../../frames/place-links.tsx';
import { pages } from '../../pages.ts';
import { useSession } from '../../transport/session.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { tutorPlaces } from './frame.tsx';

export default function AdminAccount() {
  const user = useSession('admin')?.user;
  const isWide = useMedia('(width >= 48rem)');
  const [first] = tutorPlaces;
  if (isWide && first !== undefined) return <Navigate to={first.path} replace />;
  const { title } = pages[paths.adminAccount];
  return (
    <AdminFrame title={title}>
      <PageHeader
        title="Your account"
        text={user === undefined ? undefined : `${user.name}, ${user.email}`}
      />
      <PlaceIndex places={tutorPlaces} />
    </AdminFrame>
  );
}
