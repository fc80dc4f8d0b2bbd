import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { parseCandleCsv } from '../../../schema/market/candleCsv.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { formatTimeOfDay, istDate, istIso, istMinuteOfDay, type Instant, type IsoDate } from '../../../schema/time.ts'
import { ReplaySource } from './ReplaySource.ts'

/**
 * Reads recorded one-minute candles (`.csv` or `.csv.gz`) and makes a market of the days found in all files, after a past that is drawn.
 * The error is one sentence with the file, the line and the reason.
 */
export function loadReplay(files: ReadonlyMap<IndexSymbol, string>, seed: number): Result<ReplaySource, string> {
  const hash = createHash('sha256').update(`seed ${seed}, after a drawn past`)
  const recorded = new Map<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>()
  for (const [index, path] of [...files].sort()) {
    const text = readText(path)
    if (!text.ok) return text
    const parsed = parseCandleCsv(text.value)
    if (!parsed.ok) return err(`${path}: line ${parsed.error.line}: ${parsed.error.reason}`)
    for (const [i, { time }] of parsed.value.entries()) {
      const { open, close } = SHIPPED_MARKET_RULES.sessionHours(istDate(time))
      // The header is line 1 and every line after it holds one candle.
      if (time < open || time >= close) return err(`${path}: line ${i + 2}: ${istIso(time)} is outside ${istTime(open)}–${istTime(close)}`)
    }
    recorded.set(index, byDate(parsed.value))
    hash.update(`\n${index}\n`).update(text.value)
  }
  const [first, ...others] = [...recorded.values()]
  const [firstDay, ...laterDays] = first ? [...first.keys()].filter((date) => others.every((days) => days.has(date))) : []
  if (firstDay === undefined) return err(`the replay files ${[...files.values()].join(', ')} have no day in common`)
  return ok(new ReplaySource(`replay-${hash.digest('hex').slice(0, 12)}`, recorded, [firstDay, ...laterDays], seed))
}

function byDate(candles: readonly Candle[]): ReadonlyMap<IsoDate, readonly Candle[]> {
  const days = new Map<IsoDate, Candle[]>()
  for (const candle of candles) {
    const date = istDate(candle.time)
    const day = days.get(date)
    if (day) day.push(candle)
    else days.set(date, [candle])
  }
  return days
}

function istTime(at: Instant): string {
  return formatTimeOfDay(istMinuteOfDay(at))
}

function readText(path: string): Result<string, string> {
  try {
    const bytes = readFileSync(path)
    return ok((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  } catch (error) {
    return err(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
