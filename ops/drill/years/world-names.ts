// What the names of the simulation stand for in the product.

export class Names {
  /** How many people have bought something that was lost with a restore. */
  outsiders = 0;
  readonly families = new Map<string, string>();
  readonly students = new Map<string, string>();
  readonly lessons = new Map<string, string>();
  readonly payments = new Map<string, string>();
  readonly enquiries = new Map<string, string>();
  readonly imports = new Map<string, string>();
  /** Topics, and their questions as 'topic q1'. */
  readonly topics = new Map<string, string>();
  /** The name of the topic that a lesson has got. */
  readonly lessonTopics = new Map<string, string>();
  /** Questions put to a class, as 'lesson q2'. */
  readonly asked = new Map<string, string>();

  emailOf(person: string): string {
    return `${person.toLowerCase()}@example.com`;
  }

  /** A name without digits, as people have. */
  nameOf(person: string): string {
    const letters = person.replaceAll(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)));
    return letters.replaceAll('.', ' ').replace(/^\w/, (first) => first.toUpperCase());
  }

  /** One number for each family. */
  phoneOf(person: string): string {
    return `077${String(numberIn(person)).padStart(8, '0')}`;
  }

  /** The address of the person's device: each family has its own. */
  addressOf(person: string): string {
    const number = numberIn(person);
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }
}

/** A number that differs for each family and enquiry. */
function numberIn(name: string): number {
  const [first = ''] = name.split('.');
  const digits = Number(first.replaceAll(/\D/g, '') || '0');
  return digits * 8 + ((first.codePointAt(0) ?? 0) % 8);
}
