import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { err, ok, type Result } from '../../../schema/errors.ts'
import { decoderOf, isGzip } from '../../../schema/market/csv/fileEncoding.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import { describeUncovered, uncoveredYears } from '../../../schema/market/coveredYears.ts'
import { IndexMinutes } from '../../../schema/market/IndexMinutes.ts'
import { INDEX_SYMBOLS, shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { OptionMinutes, type OptionMinutesFound } from '../../../schema/market/options/OptionMinutes.ts'
import { describeLeftOut } from '../../../schema/market/SessionSieve.ts'
import { istDate, type IsoDate } from '../../../schema/time.ts'
import { RecordedOptions } from '../options/RecordedOptions.ts'
import { ReplaySource } from '../sources/ReplaySource.ts'

/** A market of recorded days. */
export interface Replay {
  readonly source: ReplaySource
  /** Its options that are played as recorded. */
  readonly recorded: RecordedOptions
  /** Notes for the user of the replay: what was left out or altered. Sentences. */
  readonly notes: readonly string[]
}

/**
 * Reads recorded one-minute candles (`.csv` or `.csv.gz`) and makes a market of the days found in all files, after a past that is drawn.
 * Candles outside the session are left out (IndexMinutes) and noted. `optionFiles`: recorded minutes of options (OptionMinutes). The error is one sentence with the file, the line and the reason.
 */
export function loadReplay(
  files: ReadonlyMap<IndexSymbol, string>,
  seed: number,
  optionFiles: readonly string[] = [],
): Result<Replay, string> {
  const hash = createHash('sha256').update(`seed ${seed}, after a drawn past`)
  const recorded = new Map<IndexSymbol, ReadonlyMap<IsoDate, readonly Candle[]>>()
  const notes: string[] = []
  for (const [index, path] of [...files].sort()) {
    const text = readText(path)
    if (!text.ok) return text
    const days = new Map<IsoDate, Candle[]>()
    const minutes = new IndexMinutes(SHIPPED_MARKET_RULES, (time, prices) => {
      const date = istDate(time)
      const day = days.get(date)
      if (day) day.push({ time, ...prices })
      else days.set(date, [{ time, ...prices }])
    })
    const read = minutes.push(text.value)
    if (!read.ok) return err(`${path}: ${read.error}`)
    const leftOut = minutes.end()
    if (!leftOut.ok) return err(`${path}: ${leftOut.error}`)
    notes.push(...describeLeftOut(leftOut.value).map((sentence) => `${path}: ${sentence}`))
    recorded.set(index, days)
    hash.update(`\n${index}\n`).update(text.value)
  }
  const [first, ...others] = [...recorded.values()]
  const [firstDay, ...laterDays] = first ? [...first.keys()].filter((date) => others.every((days) => days.has(date))) : []
  if (firstDay === undefined) return err(`the replay files ${[...files.values()].join(', ')} have no day in common`)

  const options = new Map<string, Map<IsoDate, Candle[]>>()
  for (const path of optionFiles) {
    const text = readText(path)
    if (!text.ok) return text
    const read = readOptions(text.value, options, recorded)
    if (!read.ok) return err(`${path}: ${read.error}`)
    const { rows, contracts } = read.value
    notes.push(`${path}: ${rows} minutes of ${contracts} contracts are played as recorded.`)
    notes.push(...describeLeftOut(read.value).map((sentence) => `${path}: ${sentence}`))
    hash.update('\noptions\n').update(text.value)
  }

  const dates = [firstDay, ...laterDays] as const
  const uncovered = describeUncovered(uncoveredYears(SHIPPED_MARKET_RULES, dates))
  if (uncovered !== null) notes.push(uncovered)
  const drawn = INDEX_SYMBOLS.filter((index) => !recorded.has(index)).map(shownIndex)
  if (drawn.length > 0) notes.push(`Drawn, at the level of today and not of ${firstDay}, for want of a file: ${drawn.join(', ')}.`)
  return ok({
    source: new ReplaySource(`replay-${hash.digest('hex').slice(0, 12)}`, recorded, dates, seed),
    recorded: new RecordedOptions(options),
    notes,
  })
}

/** Adds the minutes of a file to those of others; those of one contract and day must be in one file. */
function readOptions(
  text: string,
  options: Map<string, Map<IsoDate, Candle[]>>,
  indices: ReadonlyMap<IndexSymbol, unknown>,
): Result<OptionMinutesFound, string> {
  const before = new Set([...options].flatMap(([symbol, days]) => [...days.keys()].map((date) => `${symbol} ${date}`)))
  let refused: string | null = null
  const minutes = new OptionMinutes(SHIPPED_MARKET_RULES, ({ symbol, index }, time, prices) => {
    const date = istDate(time)
    if (before.has(`${symbol} ${date}`)) refused ??= `${symbol} of ${date} is in another file, too`
    if (!indices.has(index)) refused ??= `${symbol} is an option on ${shownIndex(index)}, of which there is no file`
    let days = options.get(symbol)
    if (!days) options.set(symbol, (days = new Map<IsoDate, Candle[]>()))
    const day = days.get(date)
    if (day) day.push({ time, ...prices })
    else days.set(date, [{ time, ...prices }])
  })
  const read = minutes.push(text)
  if (!read.ok) return read
  return refused === null ? minutes.end() : err(refused)
}

function readText(path: string): Result<string, string> {
  try {
    const bytes = readFileSync(path)
    const text = isGzip(bytes) ? gunzipSync(bytes) : bytes
    return ok(decoderOf(text).decode(text))
  } catch (error) {
    return err(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
