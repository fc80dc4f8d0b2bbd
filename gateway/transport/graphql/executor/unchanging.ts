interface Made {
  /** By which fields it was shaped. */
  readonly fields: object
  readonly shape: object
  /** The shape in JSON; null: not yet. */
  text: string | null
}

/** What was made last of each object that never changes. */
const bySource = new WeakMap<object, Made | null>()
const byShape = new WeakMap<object, Made>()

/** Vouches that nothing in an object or a list will ever change, and freezes it: what answers show of it is then made once, and kept as long as it is. */
export function markUnchanging(source: object): void {
  bySource.set(Object.freeze(source), null)
}

/** What `make` makes of an object by these fields; of one that never changes, what was made of it the last time if the fields are the same. */
export function shapeOf(source: object, fields: object, make: () => object): object {
  const last = bySource.get(source)
  if (last === undefined) return make()
  if (last?.fields === fields) return last.shape
  const made: Made = { fields, shape: make(), text: null }
  bySource.set(source, made)
  byShape.set(made.shape, made)
  return made.shape
}

/** A shape in JSON; of an object or a list that never changes, written once. */
export function textOf(shape: object): string {
  const made = byShape.get(shape)
  if (!made) return write(shape)
  made.text ??= write(shape)
  return made.text
}

const write = (shape: object) => (Array.isArray(shape) ? `[${shape.map(textOfItem).join()}]` : JSON.stringify(shape))

/** Any value of an answer in JSON. */
export const textOfItem = (item: unknown) => (typeof item === 'object' && item !== null ? textOf(item) : JSON.stringify(item))
