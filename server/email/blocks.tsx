// The blocks of an email: paragraphs, buttons, dates, checklists and comparisons, as tables with
// inline styles.
import { type ComponentProps, Fragment } from 'react';

import { type DateBlock, has, type Paragraph, type Part, type PartOf } from './content.ts';
import {
  BULLET,
  CANCELLED_LABEL,
  FROM_NOW_ON,
  JOIN_LABEL,
  linkOf,
  type Sender,
  TICK_BOX,
  UNTIL_NOW,
  wordsOf,
} from './sender.ts';
import { light, styles } from './styles.ts';

/** A table that screen readers do not announce. */
export function LayoutTable({ children, ...others }: ComponentProps<'table'>) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} {...others}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Mail programs based on a word processor show this colour and not the style's. */
export const backgroundOf = (colour: string) => ({ bgcolor: colour });

export function Block({ paragraph, sender }: { paragraph: Paragraph; sender: Sender }) {
  const [first = ''] = paragraph;
  if (typeof first === 'object')
    switch (first.kind) {
      case 'comparison':
        return (
          <div>
            <SideBySide {...first} />
          </div>
        );
      case 'button':
        return (
          <div>
            <Buttons parts={paragraph} sender={sender} />
          </div>
        );
      case 'dates':
        return <Dates {...first} sender={sender} />;
      case 'checklist':
        return <Checklist {...first} />;
      case 'list':
        return <List {...first} sender={sender} />;
      case 'facts':
        return <Facts {...first} />;
      default:
    }
  if (has(paragraph, 'subheading'))
    return (
      <h2 className="ink" style={styles.subheading}>
        {paragraph.map((part) => wordsOf(part, sender))}
      </h2>
    );
  const isSmall = has(paragraph, 'small');
  const style = isSmall ? styles.small : styles.paragraph;
  return (
    <p
      className={isSmall ? 'pencil' : 'ink'}
      style={has(paragraph, 'signature') ? styles.signature : style}
    >
      {paragraph.map((part, position) => (
        <Inline key={position} part={part} sender={sender} />
      ))}
    </p>
  );
}

function Inline({ part, sender }: { part: Part; sender: Sender }) {
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
const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, position) => (
    <Fragment key={position}>
      {position > 0 && <br />}
      <Line text={line} />
    </Fragment>
  ));

/** Raised signs other than a single ² or ³, which everything reads, and lowered ones. */
const SMALL_SIGNS = /([⁺⁻⁰¹²³⁴-⁹]{2,}|[⁺⁻⁰¹⁴-⁹]|[₀-₉₊₋]+)/;

/**
 * Text whose small signs are elements: speech synthesizers leave them out, so that 10⁻²⁷ is heard
 * as 'ten two', and braille has codes in their place.
 */
const Line = ({ text }: { text: string }) =>
  text.split(SMALL_SIGNS).map((part, position) => {
    if (position % 2 === 0) return part;
    const Small = /^[₀-₉₊₋]/.test(part) ? 'sub' : 'sup';
    return (
      <Small key={position} style={styles.smallSigns}>
        {part.normalize('NFKC')}
      </Small>
    );
  });

/** The main action, and a second one beside it. */
function Buttons({ parts, sender }: { parts: Paragraph; sender: Sender }) {
  return (
    <LayoutTable width={undefined} style={styles.action}>
      <tr>
        {parts.map((part, position) => (
          <Fragment key={position}>
            {position > 0 && <td width={12} />}
            <td
              className={position === 0 ? 'button' : 'second'}
              {...backgroundOf(position === 0 ? light.signal : light.sheet)}
              align="center"
              style={position === 0 ? styles.button : styles.second}
            >
              <a
                href={linkOf(part, sender) ?? undefined}
                className={position === 0 ? 'on' : 'link'}
                style={position === 0 ? styles.label : styles.secondLabel}
              >
                {wordsOf(part, sender)}
              </a>
            </td>
          </Fragment>
        ))}
      </tr>
    </LayoutTable>
  );
}

/** A block for each lesson: the day, the hours and the name. */
function Dates({ dates, sender }: PartOf<'dates'> & { sender: Sender }) {
  return (
    <LayoutTable style={styles.dates}>
      {dates.map((block, position) => (
        <tr key={position}>
          <td
            className={block.isCancelled === true ? 'was' : 'now'}
            style={block.isCancelled === true ? styles.cancelledDate : styles.date}
          >
            <DateLines block={block} sender={sender} />
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}

function DateLines({ block, sender }: { block: DateBlock; sender: Sender }) {
  const isCancelled = block.isCancelled === true;
  const colour = isCancelled ? 'pencil' : 'ink';
  return (
    <>
      <p
        className={isCancelled ? 'pencil' : 'link'}
        style={isCancelled ? styles.cancelledDay : styles.day}
      >
        {block.day}
        {isCancelled && ` (${CANCELLED_LABEL})`}
      </p>
      <p className={colour} style={isCancelled ? styles.cancelledHours : styles.hours}>
        {block.hours}
      </p>
      <p className={colour} style={isCancelled ? styles.cancelledName : styles.dateName}>
        <Line text={block.name} />
      </p>
      {block.join !== undefined && (
        <DateLink label={JOIN_LABEL} page={block.join} sender={sender} />
      )}
      {block.link !== undefined && <DateLink {...block.link} sender={sender} />}
    </>
  );
}

function DateLink({ label, page, sender }: { label: string; page: string; sender: Sender }) {
  return (
    <p style={styles.dateName}>
      <a href={sender.siteUrl + page} className="link" style={styles.link}>
        {label}
      </a>
    </p>
  );
}

function Checklist({ title, items }: PartOf<'checklist'>) {
  return (
    <>
      <p className="ink" style={styles.listTitle}>
        {title}
      </p>
      <LayoutTable style={styles.list}>
        {items.map((item, position) => (
          <tr key={position}>
            <td width={28} valign="top" className="pencil" style={styles.tick} aria-hidden>
              {TICK_BOX}
            </td>
            <td className="ink" style={styles.listItem}>
              <Line text={item} />
            </td>
          </tr>
        ))}
      </LayoutTable>
    </>
  );
}

function List({ title, lines, sender }: PartOf<'list'> & { sender: Sender }) {
  return (
    <>
      <p className="ink" style={styles.listTitle}>
        {title}
      </p>
      <LayoutTable style={styles.list}>
        {lines.map((line, position) => (
          <tr key={position}>
            <td width={20} valign="top" className="pencil" style={styles.tick} aria-hidden>
              {BULLET}
            </td>
            <td className="ink" style={styles.listItem}>
              {line.map((part, at) => (
                <Inline key={at} part={part} sender={sender} />
              ))}
            </td>
          </tr>
        ))}
      </LayoutTable>
    </>
  );
}

function Facts({ rows }: PartOf<'facts'>) {
  return (
    <LayoutTable style={styles.facts}>
      {rows.map(({ label, value, isTotal }) => (
        <tr key={label}>
          <td className="pencil" valign="top" style={styles.factLabel}>
            {label}
          </td>
          <td
            className="ink was"
            valign="top"
            align="right"
            style={isTotal === true ? styles.total : styles.fact}
          >
            {value}
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}

/** Two columns; changed lines in the second one are bold. */
function SideBySide({ before, after }: PartOf<'comparison'>) {
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
