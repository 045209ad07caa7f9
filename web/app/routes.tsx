// Every page of the app, who may see it, and what is shown in its place when it breaks.
import { type LoaderFunctionArgs, redirect, redirectDocument, type RouteObject } from 'react-router';

import type { Audience } from '../../domain/account.ts';
import { givenUpPath, pagesOf, paymentPath, paths } from '../../domain/paths.ts';
import { RequireEither, RequireNobody, RequireParent, RequireSession } from './guards.tsx';
import { type AppPath, loadFrame, type PageScript, pageScripts } from './page-scripts.ts';
import { RouteFailure } from './route-failure.tsx';
import { Root } from './root.tsx';

/** Pages that lead whoever is signed in already to where signing in would. */
const toSignIn = { family: [paths.signIn, paths.signUp], admin: [paths.adminLogin] } as const;
const forAnybody = [
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.invitation,
  paths.join,
  paths.privacy,
] as const;

const aboutMoney = [paths.paymentSuccess, paths.paymentCancelled] as const;
const isAboutMoney = (path: AppPath) => aboutMoney.some((one) => one === path);

/** `onMissing` is called with the page whose script could not be loaded, before the router shows the failure. */
export function createRoutes(onMissing: (path: AppPath) => void): RouteObject[] {
  const pagesAt = (some: readonly AppPath[]): RouteObject[] =>
    some.map((path) => ({
      path,
      ...(path === paths.userHome ? { loader: leadToPayment } : {}),
      lazy: async () => {
        try {
          return await componentOf(pageScripts[path]);
        } catch (error) {
          onMissing(path);
          throw error;
        }
      },
    }));
  // Each has a guard to itself: whoever signs in and then turns to the other page is led on from there as well.
  const forNobody = (audience: Audience): RouteObject[] =>
    toSignIn[audience].map((path) => ({
      element: <RequireNobody key={path} audience={audience} />,
      children: pagesAt([path]),
    }));
  const failure = <RouteFailure />;
  const framed: RouteObject[] = [
    ...pagesAt(forAnybody),
    {
      element: <RequireSession audience="family" />,
      children: [
        {
          errorElement: failure,
          children: [
            ...pagesAt(pagesOf.family.filter((path) => !isAboutMoney(path))),
            { element: <RequireParent />, children: pagesAt(aboutMoney) },
          ],
        },
      ],
    },
    {
      element: <RequireEither />,
      children: [{ errorElement: failure, children: pagesAt([paths.invoice]) }],
    },
    {
      element: <RequireSession audience="admin" />,
      children: [{ errorElement: failure, children: pagesAt(pagesOf.admin) }],
    },
  ];
  return [
    {
      element: <Root />,
      errorElement: failure,
      children: [
        {
          errorElement: failure,
          children: [
            // The landing page is a document of its own, which the browser has to load.
            { path: paths.home, loader: () => redirectDocument(paths.home) },
            // The pages of strangers go without the query layer.
            ...forNobody('family'),
            ...forNobody('admin'),
            { lazy: () => componentOf(loadFrame), children: framed },
            { path: '*', lazy: () => componentOf(() => import('../pages/not-found.tsx')) },
          ],
        },
      ],
    },
  ];
}

/** The payment provider sends families back to their home, with what became of the payment in the address. */
function leadToPayment({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get('session_id');
  switch (searchParams.get('payment')) {
    case 'success':
      return redirect(paymentPath(paths.paymentSuccess, sessionId));
    case 'cancelled': {
      const [monday, lessonId] = [searchParams.get('week'), searchParams.get('lesson')];
      return redirect(
        monday === null || lessonId === null
          ? paymentPath(paths.paymentCancelled, sessionId)
          : givenUpPath(monday, lessonId),
      );
    }
    default:
      return null;
  }
}

async function componentOf(load: PageScript) {
  return { Component: (await load()).default };
}
