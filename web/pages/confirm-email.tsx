// /confirm-email: the page that the link to a new email opens; its token stands behind the '#' of the address. It asks for a
// click, because some email systems open every link by themselves.
import { useLocation } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { useConfirmEmail } from '../api/family.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

export default function ConfirmEmail() {
  const token = useLocation().hash.slice(1);
  const confirm = useConfirmEmail();
  const outcome = token === '' ? 'dead' : confirm.data;
  return (
    <PageFrame title={pages[paths.confirmEmail].title} width="narrow">
      <PageHeader title="Confirm your email" text="You sign in with it from then on." />
      <Card className="mt-7 p-5 sm:p-8">
        {outcome === undefined ? (
          <div className="grid">
            <Button
              size="large"
              busy={confirm.isPending}
              busyLabel="Confirming..."
              onClick={() => confirm.mutate({ token })}
            >
              Confirm my email
            </Button>
          </div>
        ) : (
          <output className="block">
            {outcome === 'confirmed' && 'Your email has been changed. '}
            {outcome === 'dead' &&
              'This link is no longer valid. See which email your account has, or change it again: '}
            {outcome === 'taken' && 'Another account has this email by now. Yours keeps its old one. '}
            <TextLink href={paths.account}>Your account</TextLink>
          </output>
        )}
      </Card>
    </PageFrame>
  );
}
