// The picture of a student's lessons: points behind two slits, as a drawing of its own to keep.
import { type FringeStage, pointsOf, stageOf } from '../../../../domain/lessons/lesson-fringes.ts';
import { lessonCount, type AttendedLesson } from '../../../../domain/lessons/lesson.ts';

/** The size of the drawing of the points, in its own units. */
export const FIELD = { width: 640, height: 200 } as const;
const PICTURE = { width: 1080, margin: 80, line: 44 } as const;
const COLOURS = { paper: '#f8f4ea', ink: '#16213a', pencil: '#414b63', signal: '#92240a' } as const;
/** More topics than fit are counted. */
const MAX_TOPICS = 12;
const MAX_LETTERS = 60;

const short = (value: number) => String(Number(value.toFixed(1)));

/** The points of lessons as a path of dots, to be drawn with round caps. */
export const dotsOf = (lessons: readonly Pick<AttendedLesson, 'id' | 'Student_ID'>[]): string =>
  lessons
    .flatMap(({ id, Student_ID: studentId }) => pointsOf(studentId, id))
    .map(({ across, along }) => {
      const x = short(((across + 1) / 2) * FIELD.width);
      return `M${x} ${short(along * FIELD.height)}h0`;
    })
    .join('');

const stages: Readonly<Record<FringeStage, string>> = {
  scattered: 'They still look scattered.',
  forming: 'The first bands begin to show.',
  clear: 'They form bright and dark bands.',
};

/** What can be seen, in words. */
export const describe = (lessons: number): string =>
  `Points of light behind two slits after ${lessonCount(lessons)}. ${stages[stageOf(lessons)]}`;

/** The names of the lessons, each once, in the order of the first. */
export function topicsOf(lessons: readonly Pick<AttendedLesson, 'Lesson_Name'>[]): string[] {
  const names = [...new Set(lessons.map(({ Lesson_Name: lessonName }) => lessonName))];
  const rest = names.length - MAX_TOPICS;
  return rest <= 0 ? names : [...names.slice(0, MAX_TOPICS - 1), `and ${rest + 1} more`];
}

const cut = (words: string) => {
  const letters = Array.from(words);
  return letters.length <= MAX_LETTERS ? words : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`;
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** People type names: they must not become elements of the drawing. */
const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

/** The whole picture: first name, number of lessons, points and topics. */
export function drawPicture(
  firstName: string,
  count: number,
  lessons: readonly AttendedLesson[],
): Picture {
  const { width, margin, line } = PICTURE;
  const topics = topicsOf(lessons);
  const scale = (width - 2 * margin) / FIELD.width;
  const top = margin + 130;
  const under = top + FIELD.height * scale + 70;
  const height = under + topics.length * line + margin - 20;
  const text = (y: number, size: number, colour: string, words: string) =>
    `<text x="${margin}" y="${y}" font-size="${size}" fill="${colour}">${escaped(cut(words))}</text>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Georgia, serif">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>`,
    text(margin + 30, 60, COLOURS.ink, firstName),
    text(margin + 85, 34, COLOURS.pencil, lessonCount(count)),
    `<path transform="translate(${margin} ${top}) scale(${scale})" d="${dotsOf(lessons)}" stroke="${COLOURS.signal}" stroke-width="3" stroke-linecap="round"/>`,
    ...topics.map((topic, index) => text(under + index * line, 28, COLOURS.ink, topic)),
    '</svg>',
  ].join('');
  return { width, height, svg };
}

/** Turns the picture into a PNG, which phones keep among their photos. */
export async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be drawn.'));
      else resolve(blob);
    }, 'image/png');
  });
}
