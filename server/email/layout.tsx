// The layout of every email: tables and inline styles, which all mail programs support, in the
// site's colours. Nothing is loaded from the network.
import { type ComponentProps, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { Paragraph, Part } from './content.ts';
import { FROM_NOW_ON, linkOf, previewOf, type Sender, UNTIL_NOW, wordsOf } from './sender.ts';
import { bands, light, SHEET_WIDTH, STYLE_SHEET, styles } from './styles.ts';

interface EmailProps {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  readonly sender: Sender;
  /** Whether replies go to the tutor. */
  readonly isAnsweredByUs: boolean;
}

/** Renders the HTML document. Only link parts become links. */
export const renderHtml = (email: EmailProps): string =>
  `<!doctype html>\n${renderToStaticMarkup(<Email {...email} />)}\n`;

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
        <div style={styles.preview}>{previewOf(paragraphs, sender)}</div>
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
                    <h1 className="ink" style={styles.subject}>
                      {subject}
                    </h1>
                    {paragraphs.map((paragraph, position) => (
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

/** A table that screen readers do not announce. */
function LayoutTable({ children, ...others }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...others}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Mail programs based on a word processor show this colour and not the style's. */
const filled = (colour: string) => ({ bgcolor: colour });

function Fringes() {
  return (
    <LayoutTable style={styles.fringes} aria-hidden>
      <tr>
        {bands.map(({ className, colour, style }, position) => (
          <td key={position} className={className} {...filled(colour)} height={6} style={style}>
            {'\u00a0'}
          </td>
        ))}
      </tr>
    </LayoutTable>
  );
}

interface ParagraphProps {
  readonly paragraph: Paragraph;
  readonly sender: Sender;
}

function Block({ paragraph, sender }: ParagraphProps) {
  const comparison = paragraph.find(isComparison);
  if (comparison !== undefined)
    return (
      <div>
        <SideBySide {...comparison} />
      </div>
    );
  const action = paragraph.find((part) => typeof part === 'object' && 'isButton' in part);
  if (action !== undefined)
    return (
      <div>
        <Button part={action} sender={sender} />
      </div>
    );
  return (
    <p className="ink" style={styles.paragraph}>
      {paragraph.map((part, position) => (
        <Inline key={position} part={part} sender={sender} />
      ))}
    </p>
  );
}

interface PartProps {
  readonly part: Part;
  readonly sender: Sender;
}

function Inline({ part, sender }: PartProps) {
  const href = linkOf(part, sender);
  const words = <Lines text={wordsOf(part, sender)} />;
  return href === null ? (
    <span>{words}</span>
  ) : (
    <a href={href} className="link" style={styles.link}>
      {words}
    </a>
  );
}

/** Text with its line breaks. */
const Lines = ({ text }: { readonly text: string }) =>
  text.split('\n').map((line, position) => (
    <Fragment key={position}>
      {position > 0 && <br />}
      {line}
    </Fragment>
  ));

function Button({ part, sender }: PartProps) {
  return (
    <LayoutTable width={undefined} style={styles.action}>
      <tr>
        <td className="button" {...filled(light.signal)} align="center" style={styles.button}>
          <a href={linkOf(part, sender) ?? undefined} className="on" style={styles.label}>
            {wordsOf(part, sender)}
          </a>
        </td>
      </tr>
    </LayoutTable>
  );
}

type Comparison = Extract<Part, { before: unknown }>;

const isComparison = (part: Part): part is Comparison =>
  typeof part === 'object' && 'before' in part;

/** Two columns; changed lines in the second one are bold. */
function SideBySide({ before, after }: Comparison) {
  return (
    <LayoutTable style={styles.comparison}>
      <tr>
        <td className="was" width="50%" valign="top" style={styles.before}>
          <p className="pencil" style={styles.beforeHeading}>
            {UNTIL_NOW}
          </p>
          {before.map((line) => (
            <p key={line} className="pencil" style={styles.beforeLine}>
              {line}
            </p>
          ))}
        </td>
        <td width={12} />
        <td className="now" width="50%" valign="top" style={styles.after}>
          <p className="ink" style={styles.afterHeading}>
            {FROM_NOW_ON}
          </p>
          {after.map((line, position) => (
            <p
              key={line}
              className="ink"
              style={line === before[position] ? styles.afterLine : styles.changedLine}
            >
              {line}
            </p>
          ))}
        </td>
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
