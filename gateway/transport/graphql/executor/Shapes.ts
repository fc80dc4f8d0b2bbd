import { isUnchanging } from '../../../kit/unchanging.ts'

interface Made {
  /** The fields it was shaped by. */
  readonly fields: object
  readonly shape: object
  /** The shape in JSON; null: not serialised yet. */
  text: string | null
}

/** One executor's cache of the last shape of each immutable object; kept as long as the object is. */
export class Shapes {
  readonly #bySource = new WeakMap<object, Made>()
  readonly #byShape = new WeakMap<object, Made>()

  /** The result of `make` for an object and these fields; cached for an immutable one with the same fields. */
  of(source: object, fields: object, make: () => object): object {
    if (!isUnchanging(source)) return make()
    const last = this.#bySource.get(source)
    if (last?.fields === fields) return last.shape
    const made: Made = { fields, shape: make(), text: null }
    this.#bySource.set(source, made)
    this.#byShape.set(made.shape, made)
    return made.shape
  }

  /** Any value of an answer in JSON; the shape of an immutable object or list is serialised once. */
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
