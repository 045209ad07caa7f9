// Links are the browser's own until an app renders its router's.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LinkButton, TextLink } from './link-button.tsx';
import { SiteLinkContext } from './site-link.tsx';

test('without a router a link is a plain one', () => {
  expect(renderToStaticMarkup(<TextLink href="/sign-up">Sign up</TextLink>)).toMatch(
    /^<a class="[^"]+" href="\/sign-up">Sign up<\/a>$/,
  );
});

test('inside an app every link is as the app renders it', () => {
  const html = renderToStaticMarkup(
    <SiteLinkContext value={({ href, children }) => <b data-to={href}>{children}</b>}>
      <LinkButton href="/sign-up">Sign up</LinkButton>
      <TextLink href="/sign-in">Sign in</TextLink>
    </SiteLinkContext>,
  );
  expect(html).toBe('<b data-to="/sign-up">Sign up</b><b data-to="/sign-in">Sign in</b>');
});
