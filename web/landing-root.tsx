// The landing page with what it needs around it; it stands alone, without the app's router.
import { ErrorBoundary, GeneralCrashPage } from './app/error-boundary.tsx';
import Landing from './pages/landing.tsx';
import { ReadyMark } from './app/ready.tsx';
import { Toasts } from './ui/toasts.tsx';

export function LandingRoot() {
  return (
    <>
      <ErrorBoundary resetKey="landing" fallback={<GeneralCrashPage />}>
        <Landing />
        <ReadyMark />
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
