import type { Contenders } from './Contender.ts'
import { FAST_TECHNICAL_INDICATORS } from './contenders/fastTechnicalIndicators.ts'
import { SAKHA } from './contenders/sakha.ts'
import { TECHNICAL_INDICATORS } from './contenders/technicalIndicators.ts'
import { TRADING_SIGNALS } from './contenders/tradingSignals.ts'

/** Who is compared; ours first. */
export const LIBRARIES = {
  sakha: SAKHA,
  'trading-signals': TRADING_SIGNALS,
  technicalindicators: TECHNICAL_INDICATORS,
  'fast-technical-indicators': FAST_TECHNICAL_INDICATORS,
} as const satisfies Record<string, Contenders>

export type Library = keyof typeof LIBRARIES
export const LIBRARY_NAMES = Object.keys(LIBRARIES) as readonly Library[]

export function isLibrary(text: string | undefined): text is Library {
  return text !== undefined && Object.hasOwn(LIBRARIES, text)
}
