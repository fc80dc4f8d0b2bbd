import { describe, expect, it } from 'vitest'
import { RULE_LIMITS } from '../limits.ts'
import { INDICATOR_NAMES } from './indicators.ts'
import { parseRuleSet, parseRuleText } from './parseRuleSet.ts'
import type { RuleSet } from './RuleSet.ts'

const parsed = (input: unknown): RuleSet => {
  const result = parseRuleSet(input)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const long = (condition: unknown, interval = '5min') => parsed({ interval, long: condition }).long
const errors = (input: unknown): string[] => {
  const result = parseRuleSet(input)
  return result.ok ? [] : result.error.map(({ path, message }) => `${path}: ${message}`)
}
const longErrors = (condition: unknown, interval = '5min') => errors({ interval, long: condition })
const nested = (depth: number): unknown => (depth === 0 ? ['close', '>', 1] : { not: nested(depth - 1) })

describe('parseRuleSet', () => {
  it('reads every kind of operand', () => {
    expect(long(['ema(9)', 'crosses above', 'ema(21)[3]'])).toEqual({
      kind: 'compare',
      operator: 'crosses above',
      left: { kind: 'indicator', call: { name: 'ema', parameters: [9] }, output: 'value', offset: 0 },
      right: { kind: 'indicator', call: { name: 'ema', parameters: [21] }, output: 'value', offset: 3 },
    })
    expect(long(['supertrend( 10, 2.5 ).direction', '<', -0.5])).toEqual({
      kind: 'compare',
      operator: '<',
      left: { kind: 'indicator', call: { name: 'supertrend', parameters: [10, 2.5] }, output: 'direction', offset: 0 },
      right: { kind: 'constant', value: -0.5 },
    })
    expect(long(['close[1]', 'between', 'low', 'high'])).toEqual({
      kind: 'between',
      value: { kind: 'price', field: 'close', offset: 1 },
      low: { kind: 'price', field: 'low', offset: 0 },
      high: { kind: 'price', field: 'high', offset: 0 },
    })
    expect(long(['time', '>', '09:30'])).toEqual({
      kind: 'compare',
      operator: '>',
      left: { kind: 'time' },
      right: { kind: 'timeOfDay', minute: 570 },
    })
  })

  it('reads a negative zero as 0, which JSON keeps', () => {
    expect(long(['close', '>', -0])).toMatchObject({ right: { kind: 'constant', value: 0 } })
  })

  it('takes a side that is null or left out, but not both', () => {
    const rule = ['close', '>', 1]
    expect(parsed({ interval: '1min', short: rule })).toMatchObject({ long: null, short: { kind: 'compare' } })
    expect(parsed({ interval: '1min', long: rule, short: null })).toMatchObject({ short: null, long: { kind: 'compare' } })
    expect(errors({ interval: '1min', long: null })).toEqual([': expected a long or a short condition, found neither'])
  })

  it.each<[unknown, string]>([
    [null, ': expected an object with interval, long and short, found null'],
    [[], ': expected an object with interval, long and short, found a list of 0'],
    [{ long: ['close', '>', 1] }, 'interval: expected 1min, 5min, 15min, found undefined'],
    [{ interval: '2min', long: ['close', '>', 1] }, 'interval: expected 1min, 5min, 15min, found "2min"'],
    [{ interval: '1min', long: ['close', '>', 1], extra: 1 }, 'extra: expected only interval, long, short, enter and position'],
  ])('refuses %j', (input, expected) => {
    expect(errors(input)).toEqual([expected])
  })

  const position = { legs: [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }] }

  it('reads an entry at a time of day as that of the bar that closes then', () => {
    const entered = (interval: string, enter: unknown) => parsed({ interval, enter, position })
    const at = (minute: number) => ({ kind: 'timeOfDay', minute })
    expect(entered('5min', '09:20').enter).toEqual({ kind: 'between', value: { kind: 'time' }, low: at(555), high: at(555) })
    expect(entered('1min', '09:20').enter).toMatchObject({ low: at(559) })
    expect(entered('15min', '15:30').enter).toMatchObject({ low: at(915) })
    expect(entered('5min', ['close', '>', 'vwap'])).toMatchObject({ long: null, short: null, enter: { kind: 'compare' } })
  })

  it.each<[string, unknown, string]>([
    ['5min', '09:22', 'enter: expected the time at which a 5min bar closes, 09:20 to 15:30, found "09:22"'],
    ['1min', '09:15', 'enter: expected the time at which a 1min bar closes, 09:16 to 15:30, found "09:15"'],
    ['15min', '15:45', 'enter: expected the time at which a 15min bar closes, 09:30 to 15:30, found "15:45"'],
    ['5min', '9:20', 'enter: expected a time of day such as "09:20", or a condition, found "9:20"'],
    ['5min', ['close', '>', 'ema(0)'], 'enter[2]: period of ema(period) must be a whole number from 1 to 500, found "0"'],
  ])('says what is wrong with an entry on %s bars: %j', (interval, enter, expected) => {
    expect(errors({ interval, enter, position })).toEqual([expected])
  })

  const rule = ['close', '>', 1]
  it.each<[object, string]>([
    [{ enter: '09:20' }, 'enter: needs a position that it opens: a call is bought by a long condition, a put by a short one'],
    [{ position }, ': expected what opens the position: long, short or enter'],
    [
      { long: rule, short: rule, position },
      'position: is opened by one of long and short: two would open the same legs for opposite views',
    ],
    [{ long: rule, enter: '09:20', position }, 'enter: takes no view of the direction, so it stands without long and short'],
    [{ short: rule, position: {} }, 'position.legs: expected a list of 1 to 6 legs, found undefined'],
    [
      { long: rule, position: { legs: [{ ...position.legs[0], side: 'SELL' }] } },
      'position.legs[0]: a sold option that no bought one hedges needs a stop: its own, or one of the whole',
    ],
    [{ long: rule, positon: position }, 'positon: not known, did you mean position?'],
  ])('says what does not go together in %j', (parts, expected) => {
    expect(errors({ interval: '5min', ...parts })).toEqual([expected])
  })

  it.each(['long', 'short'] as const)('opens a position by a %s condition, too', (side) => {
    expect(parsed({ interval: '5min', [side]: rule, position })).toMatchObject({ [side]: { kind: 'compare' }, enter: null, position: {} })
  })

  const expectCondition = 'expected a comparison such as ["close", ">", "ema(21)"], or an object with all, any or not'
  it.each<[unknown, string]>([
    ['close > 1', `long: ${expectCondition}, found "close > 1"`],
    [{ all: [], any: [] }, `long: ${expectCondition}, found an object`],
    [{ some: [] }, `long: ${expectCondition}, found an object`],
    [{ all: [] }, 'long.all: expected a list of conditions, found a list of 0'],
    [{ any: 'x' }, 'long.any: expected a list of conditions, found "x"'],
    [{ not: 7 }, `long.not: ${expectCondition}, found 7`],
    [
      {
        any: [
          ['close', '>', 1],
          ['close', '=', 1],
        ],
      },
      'long.any[1][1]: expected >, <, crosses above, crosses below or between, found "="',
    ],
    [['close', '>'], 'long: expected [left, ">", right], found a list of 2'],
    [['close', 'between', 1], 'long: expected [value, "between", low, high], found a list of 3'],
    [['clse', '>', 1], `long[0]: "clse" is not known; indicators are ${INDICATOR_NAMES.join(', ')}`],
    [['close', '>', 'constructor(1)'], `long[2]: "constructor" is not known; indicators are ${INDICATOR_NAMES.join(', ')}`],
    [['close', '>', null], 'long[2]: expected a number or text such as "close" or "ema(21)", found null'],
    [['close', '>', NaN], 'long[2]: expected a finite number, found NaN'],
    [['close', '>', '25:00'], 'long[2]: expected a price, an indicator, "time" or a time of day such as "09:30", found "25:00"'],
    [['close(1)', '>', 1], 'long[0]: "close(1)": "close" is a price; it takes no parameters and has no outputs'],
    [['ema', '>', 1], 'long[0]: expected ema(period), found 0 parameters'],
    [['ema(1,2)', '>', 1], 'long[0]: expected ema(period), found 2 parameters'],
    [['ema(0)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "0"'],
    [['ema(501)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "501"'],
    [['ema(2.5)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "2.5"'],
    [['ema(9e0)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "9e0"'],
    [['rsi(1)', '>', 1], 'long[0]: period of rsi(period) must be a whole number from 2 to 500, found "1"'],
    [['supertrend(10,21)', '>', 1], 'long[0]: multiplier of supertrend(period,multiplier) must be a number from 0.1 to 20, found "21"'],
    [['opening_range(12).high', '<', 1], 'long[0]: minutes of opening_range(minutes) must be a multiple of the 5min bar, found "12"'],
    [['opening_range(15)', '<', 1], 'long[0]: "opening_range(15)": write "opening_range(…).high" or "opening_range(…).low"'],
    [['ema(9).signal', '<', 1], 'long[0]: "ema(9).signal": "ema" has no output "signal"; write "ema(…).value"'],
    [['vwap.upper', '<', 1], 'long[0]: "vwap.upper": "vwap" has no output "upper"; write "vwap.value"'],
    [['vwap(20)', '<', 1], 'long[0]: expected vwap, found 1 parameter'],
    [['adx(1)', '>', 1], 'long[0]: period of adx(period) must be a whole number from 2 to 500, found "1"'],
    [['macd(12,26).line', '>', 0], 'long[0]: expected macd(fast,slow,signal), found 2 parameters'],
    [
      ['keltner(20,10,-1).upper', '>', 0],
      'long[0]: multiplier of keltner(period,atr_period,multiplier) must be a number from 0.1 to 20, found "-1"',
    ],
    [['ema(NaN)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "NaN"'],
    [['ema(1000000000)', '>', 1], 'long[0]: period of ema(period) must be a whole number from 1 to 500, found "1000000000"'],
    [['ema(ema(9))', '>', 1], 'long[0]: expected a price, an indicator, "time" or a time of day such as "09:30", found "ema(ema(9))"'],
    [['close[101]', '<', 1], 'long[0]: "close[101]" looks 101 bars back; the most is 100'],
    [['close', '>', '09:30'], 'long: a time of day can only be compared with "time"'],
    [['time', '>', 570], 'long: a time of day can only be compared with "time"'],
    [[1, '<', 2], 'long: compares only constants'],
  ])('names the wrong node of %j', (condition, expected) => {
    expect(longErrors(condition)).toEqual([expected])
  })

  it('reports everything that is wrong at once', () => {
    const bad = { all: [['x', '>', 'y'], { not: ['close', '>', 'ema(0)'] }] }
    expect(errors({ interval: '5min', long: bad, short: 1 }).map((each) => each.split(':')[0])).toEqual([
      'long.all[0][0]',
      'long.all[0][2]',
      'long.all[1].not[2]',
      'short',
    ])
  })

  it('nests eight levels deep and no deeper', () => {
    expect(longErrors(nested(RULE_LIMITS.depth))).toEqual([])
    expect(longErrors(nested(RULE_LIMITS.depth + 1))).toEqual([`long${'.not'.repeat(8)}: nested deeper than 8 levels`])
    expect(longErrors(nested(5_000))).toHaveLength(1)
  })

  it('holds fifty comparisons, both sides together, and no more', () => {
    const many = (count: number) => ({ all: Array.from({ length: count }, () => ['close', '>', 1]) })
    expect(errors({ interval: '1min', long: many(25), short: many(25) })).toEqual([])
    expect(errors({ interval: '1min', long: many(25), short: many(27) })).toEqual(['short.all[25]: more than 50 comparisons'])
    expect(longErrors(many(100_000))).toEqual(['long.all: expected at most 50 conditions, found 100000'])
  })

  it('reads the rules for another interval when told to, and checks them against that one', () => {
    const rules = { interval: '1min', long: ['close', '>', 'opening_range(5).high'] }
    expect(parseRuleSet(rules, '5min')).toMatchObject({ ok: true, value: { interval: '5min' } })
    expect(parseRuleSet(rules, '15min')).toMatchObject({ ok: false, error: [{ path: 'long[2]' }] })
  })
})

describe('parseRuleText', () => {
  it('reads JSON', () => {
    expect(parseRuleText('{"interval":"1min","long":["close",">",1]}')).toMatchObject({ ok: true, value: { interval: '1min' } })
  })
  it('refuses nesting as deep as its length allows', () => {
    const deep = (opening: string, closing: string, depth: number) => opening.repeat(depth) + closing.repeat(depth)
    expect(parseRuleText(deep('[', ']', 10_000))).toMatchObject({ ok: false, error: [{ path: '' }] })
    const nots = `{"interval":"1min","long":${'{"not":'.repeat(2_000)}1${'}'.repeat(2_000)}}`
    expect(parseRuleText(nots)).toMatchObject({ ok: false, error: [{ message: 'nested deeper than 8 levels' }] })
  })
  it('refuses what is no JSON, and what is too long', () => {
    expect(parseRuleText('{')).toMatchObject({ ok: false, error: [{ path: '', message: expect.stringMatching(/^not JSON: /) }] })
    expect(parseRuleText(' '.repeat(20_001))).toEqual({
      ok: false,
      error: [{ path: '', message: 'the rules are 20001 bytes; the most is 20000' }],
    })
  })
})
