import type { Contenders } from './Contender.ts'
import { GRADEMARK } from './grademark.ts'
import { INDICATOR_TS } from './indicatorTs.ts'
import { INLINE } from './inline.ts'
import { SAKHA } from './sakha.ts'
import { TECHNICAL_INDICATORS } from './technicalIndicators.ts'
import { TRADING_SIGNALS } from './tradingSignals.ts'

/** Who is compared: ours, the plain loop, and npm packages. */
export const LIBRARIES = {
  sakha: SAKHA,
  inline: INLINE,
  'trading-signals': TRADING_SIGNALS,
  technicalindicators: TECHNICAL_INDICATORS,
  indicatorts: INDICATOR_TS,
  grademark: GRADEMARK,
} as const satisfies Record<string, Contenders>

export type Library = keyof typeof LIBRARIES
export const LIBRARY_NAMES = Object.keys(LIBRARIES) as readonly Library[]

export function isLibrary(text: string | undefined): text is Library {
  return text !== undefined && Object.hasOwn(LIBRARIES, text)
}
