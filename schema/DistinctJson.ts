/**
 * The distinct ones of many JSON values: the text of each once, and its number for everything that holds it. A value that comes again as
 * the same object is not looked into.
 */
export class DistinctJson {
  readonly texts: string[] = []
  readonly #byValue = new Map<object, number>()
  readonly #byText = new Map<string, number>()

  /** Counted from 1, as WITH ORDINALITY does. */
  numberOf(value: object): number {
    const known = this.#byValue.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    const number = this.#byText.get(text) ?? this.texts.push(text)
    this.#byText.set(text, number)
    this.#byValue.set(value, number)
    return number
  }
}
