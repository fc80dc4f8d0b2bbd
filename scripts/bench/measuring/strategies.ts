import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { ConditionSource } from '../../../schema/rules/RuleSource.ts'

type Sides = readonly [long: ConditionSource, short: ConditionSource]

/** The shapes of the built-in strategies, each with parameters that follow from a number. */
const SHAPES: readonly ((n: number) => Sides)[] = [
  (n) => {
    const [fast, slow] = [`ema(${5 + (n % 12)})`, `ema(${20 + Math.floor(n / 12)})`]
    return [
      [fast, 'crosses above', slow],
      [fast, 'crosses below', slow],
    ]
  },
  (n) => {
    const rsi = `rsi(${7 + (n % 14)})`
    const distance = Math.floor(n / 14)
    return [
      [rsi, 'crosses above', 20 + distance],
      [rsi, 'crosses below', 80 - distance],
    ]
  },
  (n) => {
    const direction = `supertrend(${7 + (n % 10)},${2 + (Math.floor(n / 10) % 4) / 2}).direction`
    const average = `ema(${20 + Math.floor(n / 40)})`
    return [
      {
        all: [
          [direction, 'crosses above', 0],
          ['close', '>', average],
        ],
      },
      {
        all: [
          [direction, 'crosses below', 0],
          ['close', '<', average],
        ],
      },
    ]
  },
  (n) => {
    const bands = `bollinger(${15 + (n % 10)},${1.5 + (Math.floor(n / 10) % 4) / 2})`
    const distance = Math.floor(n / 40)
    return [
      {
        all: [
          ['close', 'crosses above', `${bands}.lower`],
          ['rsi(14)', '<', 50 + distance],
        ],
      },
      {
        all: [
          ['close', 'crosses below', `${bands}.upper`],
          ['rsi(14)', '>', 50 - distance],
        ],
      },
    ]
  },
  (n) => {
    const momentum = `rsi(${7 + (n % 14)})`
    const level = 50 + Math.floor(n / 14) / 4
    return [
      {
        all: [
          ['close', 'crosses above', 'vwap'],
          [momentum, '>', level],
        ],
      },
      {
        all: [
          ['close', 'crosses below', 'vwap'],
          [momentum, '<', 100 - level],
        ],
      },
    ]
  },
]

/** So many rule sets for one-minute bars, no two alike, in equal parts of the shapes of built-in strategies. */
export function strategies(count: number): { readonly id: string; readonly version: number; readonly rules: RuleSet }[] {
  return Array.from({ length: count }, (_, i) => {
    const [long, short] = SHAPES[i % SHAPES.length]!(Math.floor(i / SHAPES.length))
    const parsed = parseRuleSet({ interval: '1min', long, short })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    return { id: String(i), version: 1, rules: parsed.value }
  })
}
