import { describe, expect, it } from 'vitest'
import { fillPlaceholders, parameterGrid, placeholdersOf } from './parameterGrid.ts'

const TEXT = '{"interval":"1min","long":{"all":[["ema({fast})","crosses above","ema({slow})"],["rsi({fast})","<","{level}"]]}}'

describe('a parameter grid', () => {
  it('has every combination, the last parameter changing fastest', () => {
    const grid = new Map([
      ['fast', [5, 9]],
      ['slow', [21, 34]],
    ])
    expect(parameterGrid(grid)).toEqual([
      { fast: 5, slow: 21 },
      { fast: 5, slow: 34 },
      { fast: 9, slow: 21 },
      { fast: 9, slow: 34 },
    ])
    expect(parameterGrid(new Map())).toEqual([{}])
  })
})

describe('the placeholders of a rule text', () => {
  it('are named once each, and no brace of the JSON is one', () => {
    expect(placeholdersOf(TEXT)).toEqual(['fast', 'slow', 'level'])
  })

  it('are filled with numbers, those in place of an operand as JSON numbers', () => {
    expect(JSON.parse(fillPlaceholders(TEXT, { fast: 9, slow: 21, level: 30 }))).toEqual({
      interval: '1min',
      long: {
        all: [
          ['ema(9)', 'crosses above', 'ema(21)'],
          ['rsi(9)', '<', 30],
        ],
      },
    })
  })

  it('stay when they have no value, even when they are called like a property every object has', () => {
    expect(fillPlaceholders('ema({toString})', {})).toBe('ema({toString})')
  })
})
