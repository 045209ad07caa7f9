// The layout of every email: tables and inline styles, which all mail programs support, in the
// site's colours. Nothing is loaded from the network.
import { renderToStaticMarkup } from 'react-dom/server';

import { unbroken } from '../../domain/near-dates.ts';
import { Block, backgroundOf, LayoutTable } from './blocks.tsx';
import type { Paragraph } from './content.ts';
import { bodyOf, headlineOf, previewOf, type Sender } from './sender.ts';
import { bands, light, SHEET_WIDTH, STYLE_SHEET, styles } from './styles.ts';

interface EmailProps {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  readonly sender: Sender;
  /** Whether replies go to the tutor. */
  readonly isAnsweredByUs: boolean;
}

/**
 * Renders the HTML document. Only link parts become links. A line break ends each block: nothing
 * shows it, and programs that take the text out of it would join the cells of a table, '5
 * credits£240.00'.
 */
export const renderHtml = (email: EmailProps): string =>
  `<!doctype html>\n${renderToStaticMarkup(<Email {...email} />).replaceAll(BLOCK_END, '$&\n')}\n`;

const BLOCK_END = /<\/(?:td|p|h1|h2|div)>/g;

function Email({ subject, paragraphs, sender, isAnsweredByUs }: EmailProps) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLE_SHEET}</style>
      </head>
      <body className="paper" style={styles.page}>
        <LayoutTable className="paper" bgcolor={light.paper} style={styles.paper}>
          <tr>
            <td align="center" style={styles.margins}>
              <LayoutTable
                className="sheet"
                width={SHEET_WIDTH}
                align="center"
                bgcolor={light.sheet}
                style={styles.sheet}
              >
                <tr>
                  <td>
                    <Fringes />
                  </td>
                </tr>
                <tr>
                  <td className="pad" style={styles.words}>
                    <p className="pencil" style={styles.business}>
                      {sender.name}
                    </p>
                    <h1 className="ink" style={styles.headline}>
                      {unbroken(headlineOf(paragraphs, sender) ?? subject)}
                    </h1>
                    {/* Text browsers show it: lynx 2.9, elinks 0.13 and w3m 0.5 hide nothing. */}
                    <div style={styles.preview}>{previewOf(paragraphs, sender)}</div>
                    {bodyOf(paragraphs, sender).map((paragraph, position) => (
                      <Block key={position} paragraph={paragraph} sender={sender} />
                    ))}
                    <Foot sender={sender} isAnsweredByUs={isAnsweredByUs} />
                  </td>
                </tr>
              </LayoutTable>
            </td>
          </tr>
        </LayoutTable>
      </body>
    </html>
  );
}

function Fringes() {
  return (
    <LayoutTable style={styles.fringes} aria-hidden>
      <tr>
        {bands.map(({ className, colour, style }, position) => (
          <td
            key={position}
            className={className}
            {...backgroundOf(colour)}
            height={6}
            style={style}
          >
            {'\u00a0'}
          </td>
        ))}
      </tr>
    </LayoutTable>
  );
}

function Foot({ sender, isAnsweredByUs }: Pick<EmailProps, 'sender' | 'isAnsweredByUs'>) {
  return (
    <p className="pencil" style={styles.foot}>
      {isAnsweredByUs && (
        <>
          You can simply reply to this email.
          <br />
        </>
      )}
      {sender.name}
      <br />
      <a href={sender.siteUrl} className="link" style={styles.siteLink}>
        {sender.siteUrl}
      </a>
    </p>
  );
}

/** The styles of all emails, as a page that shows one has to allow them. */
export function emailStyles(): { readonly sheet: string; readonly inline: readonly string[] } {
  const used = [...Object.values(styles), ...bands.map(({ style }) => style)];
  const inline = used.map((style) => {
    const attribute = renderToStaticMarkup(<i style={style} />);
    return attribute.slice('<i style="'.length, -'"></i>'.length);
  });
  // A browser reads an escaped character as another text.
  if ([STYLE_SHEET, ...inline].some((text) => text.includes('&')))
    throw new Error('An email style contains an escaped character.');
  return { sheet: STYLE_SHEET, inline: [...new Set(inline)] };
}
