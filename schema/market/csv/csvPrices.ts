import { err, ok, type Result } from '../../errors.ts'
import { paise, type Paise } from '../../money.ts'
import { CANDLE_COLUMN_NAMES, type CsvHeader } from './csvHeader.ts'
import { quoteField } from './CsvLines.ts'

/** Rupees. Far above any index, far below where paise stop being exact. */
const MAX_PRICE = 1_000_000_000
const DECIMAL = /^\d+(?:\.\d+)?$/

/** What a row says besides its time: prices, and the volume as it is written. */
export interface CsvPrices {
  readonly open: Paise
  readonly high: Paise
  readonly low: Paise
  readonly close: Paise
  readonly volume: number
}

/**
 * Makes a reader of the prices in a row's fields, by the file's header. Prices are rupees above zero in plain decimals, rounded to the
 * paisa; low ≤ open, close ≤ high. A file without volume has none traded: 0. The reader returns what is wrong in words.
 */
export function csvPricesReader(header: CsvHeader): Result<(fields: readonly string[]) => CsvPrices | string, string> {
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
    const open = parsePrice('open', fields[openAt]!)
    if (typeof open === 'string') return open
    const high = parsePrice('high', fields[highAt]!)
    if (typeof high === 'string') return high
    const low = parsePrice('low', fields[lowAt]!)
    if (typeof low === 'string') return low
    const close = parsePrice('close', fields[closeAt]!)
    if (typeof close === 'string') return close
    const written = volumeAt === null ? '0' : fields[volumeAt]!
    const volume = DECIMAL.test(written) ? Number(written) : NaN
    if (!Number.isFinite(volume)) return `volume ${quoteField(written)} is not a number of zero or more`
    if (low > open || low > close)
      return `low ${fields[lowAt]} is above the ${low > open ? `open ${fields[openAt]}` : `close ${fields[closeAt]}`}`
    if (high < open || high < close)
      return `high ${fields[highAt]} is below the ${high < open ? `open ${fields[openAt]}` : `close ${fields[closeAt]}`}`
    return { open, high, low, close, volume }
  })
}

function parsePrice(name: string, text: string): Paise | string {
  const value = DECIMAL.test(text) ? Number(text) : NaN
  if (!(value > 0)) return `${name} ${quoteField(text)} is not a positive number`
  if (value > MAX_PRICE) return `${name} ${quoteField(text)} is more than ${MAX_PRICE}`
  // From the digits, not from the double: the half paisa of 1.005 must round up.
  const point = text.indexOf('.')
  const thousandths = point < 0 ? value * 1000 : Number(text.slice(0, point) + text.slice(point + 1, point + 4).padEnd(3, '0'))
  const price = paise(Math.round(thousandths / 10))
  return price > 0 ? price : `${name} ${quoteField(text)} is less than one paisa`
}
