// What is shown in place of a page of the tutor's area that broke.
import { adminLogout } from '../../domain/endpoints/sign-in.ts';
import { paths } from '../../domain/paths.ts';
import { call } from '../api/transport/client.ts';
import { reportFailure } from '../api/transport/query-client.ts';
import { clearSession } from '../api/transport/session.ts';
import { Button } from '../ui/button.tsx';
import { CrashPage } from './crash-page.tsx';
import { RouteFailure } from './route-failure.tsx';

export default function AdminFailure() {
  return <RouteFailure fallback={<AdminCrashPage />} />;
}

function AdminCrashPage() {
  return (
    <CrashPage
      actions={
        <>
          <Button onClick={() => void logoutAndLoginAgain()}>Logout & Login Again</Button>
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button variant="secondary" onClick={() => window.location.assign(paths.home)}>
            Go Home
          </Button>
        </>
      }
    />
  );
}

async function logoutAndLoginAgain(): Promise<void> {
  try {
    await call(adminLogout);
  } catch (error) {
    reportFailure(error);
  }
  clearSession('admin');
  window.location.assign(paths.adminLogin);
}
