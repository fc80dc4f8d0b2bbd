/** The places with the greatest squared correlations of a long list that passes by: at least as many as wanted, where there are so many. */
export class Shortlist {
  readonly #wanted: number
  readonly #places: Int32Array
  readonly #squares: Float64Array
  #count = 0
  #square: number
  #isCut = false

  /** `least`: the correlation that a place must be above to be on the list. */
  constructor(wanted: number, least: number) {
    this.#wanted = wanted
    // Room for some more, so that the list is cut seldom.
    this.#places = new Int32Array(4 * wanted)
    this.#squares = new Float64Array(4 * wanted)
    this.#square = least * least
  }

  /** The squared correlation that the next place must be above. */
  get square(): number {
    return this.#square
  }

  get threshold(): number {
    return Math.sqrt(this.#square)
  }

  /** Whether places above the first threshold were left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Takes a place whose squared correlation is above `square`, and returns the new one. */
  add(place: number, square: number): number {
    this.#places[this.#count] = place
    this.#squares[this.#count++] = square
    if (this.#count === this.#places.length) this.#cut()
    return this.#square
  }

  /** The places on the list, in the order they came. */
  places(): number[] {
    if (this.#count > this.#wanted) this.#cut()
    return Array.from(this.#places.subarray(0, this.#count))
  }

  #cut(): void {
    const [places, squares] = [this.#places, this.#squares]
    const least = valueAt(squares.slice(0, this.#count), this.#count - this.#wanted - 1)
    let kept = 0
    for (let i = 0; i < this.#count; i++)
      if (squares[i]! > least) {
        places[kept] = places[i]!
        squares[kept++] = squares[i]!
      }
    this.#count = kept
    this.#square = least
    this.#isCut = true
  }
}

/** What would stand at a place if the values were sorted; reorders them. Quickselect (Hoare 1961): sorting them all takes ten times as long. */
function valueAt(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const value = values[left]!
      values[left++] = values[right]!
      values[right--] = value
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place]!
}
