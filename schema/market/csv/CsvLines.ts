/** What is wrong with a file of rows, and on which line (the header is line 1). */
export interface CsvMistake {
  readonly line: number
  readonly reason: string
}

/** Takes a line with its number, from 1; returns what is wrong with it, null when nothing is. */
export type LineReader = (line: string, number: number) => string | null

/** Far above any row: anything longer is no text of rows, and is not buffered until memory ends. */
const LONGEST = 10_000

/**
 * Cuts a text that comes piece by piece into lines, so that a file of any length is read in the memory of one line. A byte order mark,
 * CRLF and empty lines at the end are fine. The first mistake ends it: the caller then passes no more.
 */
export class CsvLines {
  readonly #read: LineReader
  #rest = ''
  #number = 0
  /** The first of the empty lines that were seen last. */
  #emptyAt: number | null = null

  constructor(read: LineReader) {
    this.#read = read
  }

  /** The next piece of the text. */
  push(text: string): CsvMistake | null {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const mistake = this.#take(this.#rest + text.slice(start, end))
      if (mistake) return mistake
      this.#rest = ''
      start = end + 1
    }
    this.#rest += text.slice(start)
    if (this.#rest.length <= LONGEST) return null
    return { line: this.#number + 1, reason: `the line is longer than ${LONGEST} characters` }
  }

  /** The text has ended. `rows`: what the file must have after its header, in words. */
  end(rows: string): CsvMistake | null {
    if (this.#rest !== '' || this.#number === 0) {
      const mistake = this.#take(this.#rest)
      if (mistake) return mistake
    }
    return (this.#emptyAt ?? this.#number + 1) === 2 ? { line: 2, reason: `expected ${rows}, found the end of the file` } : null
  }

  #take(line: string): CsvMistake | null {
    this.#number++
    if (this.#number > 1 && line.trim() === '') {
      this.#emptyAt ??= this.#number
      return null
    }
    if (this.#emptyAt !== null) return { line: this.#emptyAt, reason: 'the line is empty' }
    const from = this.#number === 1 && line.startsWith('\uFEFF') ? 1 : 0
    const reason = this.#read(line.slice(from, line.endsWith('\r') ? -1 : undefined), this.#number)
    return reason === null ? null : { line: this.#number, reason }
  }
}

/** A field of a file as it is shown in a mistake. */
export function quoteField(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
