/** Reads a stream of chunks by counts of bytes; keeps no more than a chunk and what was requested. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** The next bytes, exactly so many; null at the end. Rejects when it ends in the middle of them. */
  async read(count: number): Promise<Buffer | null> {
    const parts = [this.#held]
    let length = this.#held.length
    while (length < count) {
      const next = await this.#chunks.next()
      if (next.done) break
      parts.push(Buffer.from(next.value))
      length += next.value.length
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts, length)
    if (length === 0 && count > 0) return null
    if (length < count) throw new Error('it ends too early')
    this.#held = all.subarray(count)
    return all.subarray(0, count)
  }
}
