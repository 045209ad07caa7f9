// Links are plain browser links until an app provides its router's.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LinkButton, TextLink, SiteLinkContext } from './link-button.tsx';

test('renders a plain link without a router', () => {
  expect(renderToStaticMarkup(<TextLink href="/sign-up">Sign up</TextLink>)).toMatch(
    /^<a class="[^"]+" href="\/sign-up">Sign up<\/a>$/,
  );
});

test("renders every link inside an app with the app's component", () => {
  const html = renderToStaticMarkup(
    <SiteLinkContext value={({ href, children }) => <b data-to={href}>{children}</b>}>
      <LinkButton href="/sign-up">Sign up</LinkButton>
      <TextLink href="/sign-in">Sign in</TextLink>
    </SiteLinkContext>,
  );
  expect(html).toBe('<b data-to="/sign-up">Sign up</b><b data-to="/sign-in">Sign in</b>');
});
