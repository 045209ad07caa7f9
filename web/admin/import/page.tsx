// /admin-import: the tutor moves in from another product.
import { paths } from '../../../domain/paths.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ImportView } from './import-view.tsx';

export default function AdminImport() {
  return (
    <AdminFrame title={pages[paths.adminImport].title}>
      <PageHeader
        title="Move in from another product"
        text="Bring your families along, with the credits they have left. Export your clients there as a CSV file: parent's name, email, phone and student's name, and the year and credits if you have them. You see everything before it is imported."
        actions={
          <LinkButton variant="secondary" href={paths.adminFamilies}>
            All students
          </LinkButton>
        }
      />
      <ImportView />
    </AdminFrame>
  );
}
