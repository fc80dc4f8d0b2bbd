import { err, ok, type Result } from '../../errors.ts'
import { paise, type Paise } from '../../money.ts'
import { CANDLE_COLUMN_NAMES, type CsvHeader } from './csvHeader.ts'
import { quoteField } from './CsvLines.ts'

/** Rupees. Far above any index, far below where paise stop being exact. */
const MAX_PRICE = 1_000_000_000
const DECIMAL = /^\d+(?:\.\d+)?$/
/** 21,727.75 and 1,21,727.75: digits in groups of three, or as in India of three at the end and of two before. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
/** What files write for a volume that nobody counted, as of an index. */
const UNCOUNTED: ReadonlySet<string> = new Set(['', 'nan', 'null', 'none', 'na', 'n/a', '-'])

/** What a row says besides its time: prices, and the volume as it is written. */
export interface CsvPrices {
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
  readonly volume: number
}

/** Whether two rows of one minute say the same. */
export function isSame(one: CsvPrices, other: CsvPrices): boolean {
  const { open, high, low, close, volume } = one
  return open === other.open && high === other.high && low === other.low && close === other.close && volume === other.volume
}

/**
 * Makes a reader of the prices in a row's fields, by the file's header. Prices are rupees above zero in decimals, their digits grouped by
 * commas or not, rounded to the paisa; low ≤ open, close ≤ high. Where no volume is counted, it is 0. The reader returns null
 * for a row of zeros, and what is wrong in words.
 */
export function csvPricesReader(header: CsvHeader): Result<(fields: readonly string[]) => CsvPrices | null | string, string> {
  const positions = []
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const position = header.require(CANDLE_COLUMN_NAMES[name])
    if (!position.ok) return position
    positions.push(position.value)
  }
  const [openAt = 0, highAt = 0, lowAt = 0, closeAt = 0] = positions
  const volumeColumn = header.find(CANDLE_COLUMN_NAMES.volume)
  if (!volumeColumn.ok) return err(volumeColumn.error)
  const volumeAt = volumeColumn.value
  return ok((fields) => {
    const written = volumeAt === null ? '' : fields[volumeAt]!
    const volume = UNCOUNTED.has(written.toLowerCase()) ? 0 : numberOf(ungrouped(written))
    if (!Number.isFinite(volume)) return `volume ${quoteField(written)} is not a number of zero or more`
    if (volume === 0 && isZero(fields[openAt]!) && [highAt, lowAt, closeAt].every((at) => isZero(fields[at]!))) return null
    const open = parsePrice('open', fields[openAt]!)
    if (typeof open === 'string') return open
    const high = parsePrice('high', fields[highAt]!)
    if (typeof high === 'string') return high
    const low = parsePrice('low', fields[lowAt]!)
    if (typeof low === 'string') return low
    const close = parsePrice('close', fields[closeAt]!)
    if (typeof close === 'string') return close
    if (low > open || low > close)
      return `low ${fields[lowAt]} is above the ${low > open ? `open ${fields[openAt]}` : `close ${fields[closeAt]}`}`
    if (high < open || high < close)
      return `high ${fields[highAt]} is below the ${high < open ? `open ${fields[openAt]}` : `close ${fields[closeAt]}`}`
    return { open, high, low, close, volume }
  })
}

function parsePrice(name: string, written: string): Paise | string {
  const text = ungrouped(written)
  const value = numberOf(text)
  if (!(value > 0)) return `${name} ${quoteField(written)} is not a positive number`
  if (value > MAX_PRICE) return `${name} ${quoteField(written)} is more than ${MAX_PRICE}`
  // From the digits, not from the double: the half paisa of 1.005 must round up.
  const point = text.indexOf('.')
  const thousandths = point < 0 ? value * 1000 : Number(text.slice(0, point) + text.slice(point + 1, point + 4).padEnd(3, '0'))
  const price = paise(Math.round(thousandths / 10))
  return price > 0 ? price : `${name} ${quoteField(written)} is less than one paisa`
}

function isZero(text: string): boolean {
  return text.startsWith('0') && numberOf(text) === 0
}

function numberOf(text: string): number {
  return DECIMAL.test(text) ? Number(text) : NaN
}

function ungrouped(text: string): string {
  return text.includes(',') && GROUPED.test(text) ? text.replaceAll(',', '') : text
}
