// Reads the parameters of one call. Refuses what Stripe refuses, and every unknown parameter.
import { invalid, StripeFailure } from './failure.ts';
import type { Form, FormValue } from './form.ts';

const MAX_METADATA = 500;
const MAX_URL = 5000;

export class Params {
  readonly #form: Form;
  readonly #prefix: string;
  readonly #asked = new Set<string>();
  readonly #children: Params[] = [];

  constructor(form: Form, prefix = '') {
    this.#form = form;
    this.#prefix = prefix;
  }

  /** The parameter's full name: `line_items[0][quantity]`. */
  nameOf(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }

  #take(name: string): FormValue | undefined {
    this.#asked.add(name);
    return this.#form[name];
  }

  text(name: string, maxLength = MAX_URL): string | null {
    const value = this.#take(name);
    if (value === undefined) return null;
    const param = this.nameOf(name);
    if (typeof value !== 'string') throw invalid(param, `Invalid string: ${param}`);
    if (value === '')
      throw invalid(
        param,
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        'parameter_invalid_empty',
      );
    if (value.length > maxLength)
      throw invalid(
        param,
        `Invalid string: must be at most ${maxLength} characters`,
        'parameter_invalid_string_too_long',
      );
    return value;
  }

  required<T>(name: string, value: T | null): T {
    if (value !== null) return value;
    const param = this.nameOf(name);
    throw invalid(param, `Missing required param: ${param}.`, 'parameter_missing');
  }

  integer(name: string, { min, max }: { min: number; max: number }): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const param = this.nameOf(name);
    if (!/^-?\d{1,15}$/.test(value))
      throw invalid(param, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    const number = Number(value);
    if (number < min)
      throw invalid(
        param,
        `This value must be greater than or equal to ${min}.`,
        'parameter_invalid_integer',
      );
    if (number > max)
      throw invalid(
        param,
        `This value must be less than or equal to ${max}.`,
        'parameter_invalid_integer',
      );
    return number;
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const match = allowed.find((one) => one === value);
    if (match === undefined)
      throw invalid(this.nameOf(name), `Invalid ${name}: must be one of ${allowed.join(', ')}`);
    return match;
  }

  flag(name: string): boolean | null {
    const value = this.choice(name, ['true', 'false']);
    return value === null ? null : value === 'true';
  }

  /** An http or https URL, the only kind that Stripe redirects to. */
  url(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const param = this.nameOf(name);
    if (!/^https?:\/\//i.test(value))
      throw invalid(
        param,
        'Invalid URL: An explicit scheme (such as https) must be provided.',
        'url_invalid',
      );
    if (!URL.canParse(value)) throw invalid(param, 'Not a valid URL', 'url_invalid');
    return value;
  }

  nested(name: string): Params | null {
    const value = this.#take(name);
    if (value === undefined || value === '') return null;
    const param = this.nameOf(name);
    if (typeof value === 'string') throw invalid(param, `Invalid object`);
    return this.#child(value, param);
  }

  /** A list of objects; empty when the parameter is missing. */
  list(name: string): Params[] {
    const value = this.#take(name);
    if (value === undefined || value === '') return [];
    const param = this.nameOf(name);
    if (typeof value === 'string') throw invalid(param, 'Invalid array');
    return Object.entries(value).map(([index, item]) => {
      if (!/^\d+$/.test(index)) throw invalid(param, 'Invalid array');
      if (typeof item === 'string') throw invalid(`${param}[${index}]`, 'Invalid object');
      return this.#child(item, `${param}[${index}]`);
    });
  }

  texts(name: string): string[] {
    const value = this.#take(name);
    if (value === undefined || value === '') return [];
    if (typeof value === 'string') throw invalid(this.nameOf(name), 'Invalid array');
    const items = this.#child(value, this.nameOf(name));
    return Object.keys(value).map((index) => items.required(index, items.text(index)));
  }

  /** Key and value pairs. Leaves out keys with an empty value, which is how Stripe unsets one. */
  metadata(name: string): Record<string, string> {
    const value = this.#take(name);
    if (value === undefined || value === '') return {};
    const param = this.nameOf(name);
    if (typeof value === 'string') throw invalid(param, 'Invalid object');
    const pairs = Object.entries(value).map(([key, text]): [string, string] => {
      if (typeof text !== 'string')
        throw invalid(`${param}[${key}]`, 'Metadata values must be strings');
      if (text.length > MAX_METADATA)
        throw invalid(
          `${param}[${key}]`,
          `Metadata values can have up to ${MAX_METADATA} characters`,
        );
      return [key, text];
    });
    return Object.fromEntries(pairs.filter(([, text]) => text !== ''));
  }

  /** Call it after reading everything: refuses the remaining parameters as unknown. */
  finish(): void {
    const unknown = Object.keys(this.#form).find((name) => !this.#asked.has(name));
    if (unknown !== undefined) {
      const param = this.nameOf(unknown);
      throw new StripeFailure(400, `Received unknown parameter: ${param}`, {
        code: 'parameter_unknown',
        param,
      });
    }
    for (const child of this.#children) child.finish();
  }

  #child(form: Form, prefix: string): Params {
    const child = new Params(form, prefix);
    this.#children.push(child);
    return child;
  }
}
