import { join } from 'node:path'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import { loadReplay } from './market/loadReplay.ts'
import { SYNTHETIC_EPOCH } from './sources/DailyPath.ts'
import type { MarketSource } from './sources/MarketSource.ts'
import { MarketTimeFile } from './market/MarketTimeFile.ts'
import { usualPattern } from './sources/plantPattern.ts'
import { SyntheticSource } from './sources/SyntheticSource.ts'
import { RecordedOptions } from './options/RecordedOptions.ts'
import type { SandboxConfig } from './sandboxConfig.ts'
import { SandboxConfigError } from './SandboxConfigError.ts'

export interface OpenMarket {
  readonly source: MarketSource
  readonly times: MarketTimeFile
  /** Market time at which its clock begins or goes on. */
  readonly startAt: Instant
  /** Notes for the user: see Replay. */
  readonly notes: readonly string[]
  /** Options that are played as recorded. */
  readonly recorded: RecordedOptions
}

/**
 * The market that a sandbox with these settings plays, and how far it has come. Throws a SandboxConfigError for what the settings got
 * wrong, and an Error that names the file when the one with the market's time is damaged.
 */
export function openMarket(config: Pick<SandboxConfig, 'home' | 'seed' | 'pattern' | 'start' | 'replay' | 'replayOptions'>): OpenMarket {
  const { source, notes, recorded } = openSource(config)
  const times = new MarketTimeFile(join(config.home, 'sandbox-market.json'))
  return { source, times, notes, recorded, startAt: times.read(source.marketId) ?? firstStart(config, source) }
}

function openSource({
  replay,
  replayOptions,
  seed,
  pattern,
}: Pick<SandboxConfig, 'replay' | 'replayOptions' | 'seed' | 'pattern'>): Pick<OpenMarket, 'source' | 'notes' | 'recorded'> {
  if (replay.size === 0) {
    const source = new SyntheticSource(seed, SYNTHETIC_EPOCH, pattern ? usualPattern(pattern) : null)
    return { source, notes: [], recorded: new RecordedOptions(new Map()) }
  }
  const loaded = loadReplay(replay, seed, replayOptions)
  if (!loaded.ok) throw new SandboxConfigError(loaded.error)
  return loaded.value
}

/** A new market begins at the time it is given; else a replay at its first session, a synthetic market at today's or the next one. */
function firstStart({ start, replay }: Pick<SandboxConfig, 'start' | 'replay'>, source: MarketSource): Instant {
  const wanted = start !== null ? istDate(start) : replay.size === 0 ? istDate(Date.now()) : source.firstDay
  const date = source.sessionFrom(wanted < source.firstDay ? source.firstDay : wanted)
  if (date === null) throw new SandboxConfigError('SANDBOX_START: the replay has no session on or after that day')
  return Math.max(start ?? 0, SHIPPED_MARKET_RULES.sessionHours(date).open)
}
