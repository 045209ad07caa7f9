// The kinds of fields that the editor of the site has.
export interface FieldName {
  /** The key in the part, list or group that has it. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

export interface TextField extends FieldName {
  readonly kind: 'text';
  /** Rows of a longer text; left out for one line. */
  readonly rows?: number;
  readonly type?: 'email' | 'tel' | 'url';
  /** 'absent': an empty field removes the value. 'empty': the empty text is the value. */
  readonly optional?: 'absent' | 'empty';
}

export interface ChoiceField extends FieldName {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
}

export interface SwitchField extends FieldName {
  readonly kind: 'switch';
}

export interface PictureField extends FieldName {
  readonly kind: 'picture';
  /** Width by height of the part that is kept; null keeps the shape of the picture. */
  readonly shape: number | null;
  readonly description: FieldName;
}

export interface Group extends FieldName {
  readonly kind: 'group';
  readonly fields: readonly (TextField | ChoiceField)[];
  /** Can be switched off, which removes it. */
  readonly isOptional?: true;
}

export interface List extends FieldName {
  readonly kind: 'list';
  /** The name of one entry before its number: 'Review'. */
  readonly one: string;
  readonly min: number;
  readonly max: number;
  /** The fields of an entry; null for a list of lines. */
  readonly fields: readonly (TextField | ChoiceField)[] | null;
  /** A new entry. */
  readonly empty: unknown;
}

export type EditorField = TextField | ChoiceField | SwitchField | PictureField | Group | List;

export interface SitePart {
  readonly title: string;
  readonly fields: readonly EditorField[];
}
