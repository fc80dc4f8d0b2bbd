/** The distinct ones of many JSON values, so that each travels to the database once: its text, and its number for every row that holds it. */
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
