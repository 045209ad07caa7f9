// The page that becomes the share image: the hero's words and figure on squared paper.
import { renderToStaticMarkup } from 'react-dom/server';

import { hero, site } from '../../web/content/tutor.ts';
import { InterferenceFigure } from '../../web/landing/interference-figure.tsx';
import { lightColour } from '../../web/landing/light-colour.ts';

/** As the landing page first shows them, in drawing units, and the light in nanometres. */
const SLITS = { wavelength: 22, separation: 88 };
const WAVELENGTH_NM = 600;

/** Renders the HTML document with this style sheet. */
export const renderShareImage = (styleSheet: string): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body>
        <div>
          <p>
            <b>{hero.label}</b>
          </p>
          <h1>{hero.heading}</h1>
          <p>{site.name}</p>
        </div>
        <div>
          <InterferenceFigure label="" slits={SLITS} colour={lightColour(WAVELENGTH_NM)} />
        </div>
      </body>
    </html>,
  )}`;
