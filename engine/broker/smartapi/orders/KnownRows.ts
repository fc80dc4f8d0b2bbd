type Fields = Readonly<Record<string, unknown>>

/** The rows of a book that comes whole every second: one whose fields are all as they were is not read again. */
export class KnownRows<Row> {
  readonly #key: string
  #known: ReadonlyMap<unknown, { readonly fields: Fields; readonly row: Row }> = new Map()

  /** `key`: a field that tells most rows apart. */
  constructor(key: string) {
    this.#key = key
  }

  /** The rows by `read`, which is called with those that are new or have changed. Throws what `read` throws. */
  read(rows: readonly unknown[], read: (row: unknown) => Row): Row[] {
    const known = new Map<unknown, { readonly fields: Fields; readonly row: Row }>()
    const all = rows.map((fields) => {
      if (!isFields(fields)) return read(fields)
      const id = fields[this.#key]
      const before = this.#known.get(id)
      // What is known stays, not its copy: the copy is forgotten at once.
      const now = before && areSame(before.fields, fields) ? before : { fields, row: read(fields) }
      known.set(id, now)
      return now.row
    })
    this.#known = known
    return all
  }
}

function isFields(row: unknown): row is Fields {
  return typeof row === 'object' && row !== null
}

function areSame(one: Fields, other: Fields): boolean {
  for (const key in one) if (one[key] !== other[key]) return false
  for (const key in other) if (!(key in one)) return false
  return true
}
