// The landing page with what it needs around it; it stands alone, without the app's router.
import type { ComponentProps } from 'react';

import { ErrorBoundary, GeneralCrashPage } from '../app/error-boundary.tsx';
import { ReadyMark } from '../app/ready.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Landing } from './landing.tsx';

export function LandingRoot(words: ComponentProps<typeof Landing>) {
  return (
    <>
      <ErrorBoundary resetKey="landing" fallback={<GeneralCrashPage />}>
        <Landing {...words} />
        <ReadyMark />
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
