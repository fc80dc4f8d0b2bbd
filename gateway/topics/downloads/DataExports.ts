import { z } from 'zod'
import type { Pool } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { readByCursor } from '../../../prisma/readByCursor.ts'
import { RetryLater } from '../../../schema/errors.ts'
import { MINUTE } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { CSV, NDJSON } from '../../security/SentFiles.ts'
import { csvLine } from '../trades/csvLine.ts'
import type { DownloadFile, FileReader } from './DownloadFile.ts'

const BATCH = 2_000
const MOST_MS = 30 * MINUTE
const RETRY_SECONDS = 10

const exportInput = z.object({ format: z.enum(['CSV', 'NDJSON']), input: z.unknown() })
export type ExportFilters = z.input<typeof exportInput>

type Rows = Prisma.Sql | (() => Promise<Prisma.Sql>)

/** What a data file is of. */
interface DataSet {
  /** The file's name, without its ending. */
  readonly name: string
  /** Of the rows, in the order of the file. */
  readonly columns: readonly string[]
  /** The statement, or what makes it when the file is read. Throws at once what is wrong with the reader or the input. */
  readonly rows: (reader: FileReader, input: unknown) => Rows
}

/**
 * Data files of any length for programs, on connections of their own: slow readers take none that others wait for. One at a time for a user
 * and gateway, and one for all users without a confirmed address together: throw-away accounts take no more than one place (decision 68).
 * Raw SQL: a cursor.
 */
export class DataExports {
  readonly #pool: Pool
  readonly #isConfirmed: (userId: string) => Promise<boolean>
  /** Users whose export is being read. */
  readonly #reading = new Set<string>()
  /** The one of them without a confirmed address. */
  #unconfirmed: string | null = null
  constructor(pool: Pool, isConfirmed: (userId: string) => Promise<boolean>) {
    this.#pool = pool
    this.#isConfirmed = isConfirmed
  }

  /** The file of a data set, in the format that the filters say. */
  file({ name, columns, rows }: DataSet): DownloadFile {
    return (reader, filters) => {
      const { format, input } = parseInput(exportInput, filters)
      const found = rows(reader, input)
      const lines = () => this.#lines(reader.userId, found)
      return format === 'CSV'
        ? { name: `${name}.csv`, type: CSV, pieces: csvText(columns, lines) }
        : { name: `${name}.ndjson`, type: NDJSON, pieces: ndjsonText(lines) }
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** The rows, a JSON object each. Rejects with RATE_LIMITED while the user, or another one without a confirmed address, reads a file. */
  async *#lines(userId: string, rows: Rows): Lines {
    const confirmed = await this.#isConfirmed(userId)
    if (this.#reading.has(userId)) throw busy('Another export of yours is already running. Wait until it is done')
    if (!confirmed && this.#unconfirmed !== null)
      throw busy('An export of another account without a confirmed e-mail address is under way. Confirm your address')
    this.#reading.add(userId)
    if (!confirmed) this.#unconfirmed = userId
    try {
      const sql = Prisma.sql`SELECT to_json(line)::text AS line FROM (${typeof rows === 'function' ? await rows() : rows}) line`
      for await (const batch of readByCursor<{ line: string }>(this.#pool, sql, { batch: BATCH, mostMs: MOST_MS }))
        yield batch.map(({ line }) => line)
    } finally {
      this.#reading.delete(userId)
      if (this.#unconfirmed === userId) this.#unconfirmed = null
    }
  }
}

function busy(why: string): RetryLater {
  return new RetryLater('RATE_LIMITED', `${why}, or ask again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS)
}

type Lines = AsyncGenerator<readonly string[]>

async function* csvText(columns: readonly string[], lines: () => Lines): AsyncGenerator<string> {
  let head = csvLine(columns)
  for await (const batch of lines()) {
    yield head + batch.map((line) => rowText(columns, JSON.parse(line) as Readonly<Record<string, unknown>>)).join('')
    head = ''
  }
  if (head !== '') yield head
}

function rowText(columns: readonly string[], row: Readonly<Record<string, unknown>>): string {
  return csvLine(
    columns.map((column) => {
      const value = row[column] ?? null
      return value === null || typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
    }),
  )
}

/** The last line says that it is the last: without it, a stream that broke would look whole to who does not see the connection. */
async function* ndjsonText(lines: () => Lines): AsyncGenerator<string> {
  let rows = 0
  for await (const batch of lines()) {
    rows += batch.length
    yield `${batch.join('\n')}\n`
  }
  yield `${JSON.stringify({ complete: true, rows })}\n`
}
