import { isUnchanging } from '../../../kit/unchanging.ts'

interface Made {
  /** By which fields it was shaped. */
  readonly fields: object
  readonly shape: object
  /** The shape in JSON; null: not yet. */
  text: string | null
}

/** What one executor has made last of each object that never changes; kept as long as the object is. */
export class Shapes {
  readonly #bySource = new WeakMap<object, Made>()
  readonly #byShape = new WeakMap<object, Made>()

  /** What `make` makes of an object by these fields; of one that never changes, what was made of it the last time if the fields are the same. */
  of(source: object, fields: object, make: () => object): object {
    if (!isUnchanging(source)) return make()
    const last = this.#bySource.get(source)
    if (last?.fields === fields) return last.shape
    const made: Made = { fields, shape: make(), text: null }
    this.#bySource.set(source, made)
    this.#byShape.set(made.shape, made)
    return made.shape
  }

  /** Any value of an answer in JSON; the shape of an object or a list that never changes is written once. */
  text(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const made = this.#byShape.get(value)
    if (!made) return this.#write(value)
    made.text ??= this.#write(value)
    return made.text
  }

  #write(shape: object): string {
    return Array.isArray(shape) ? `[${shape.map((item: unknown) => this.text(item)).join()}]` : JSON.stringify(shape)
  }
}
