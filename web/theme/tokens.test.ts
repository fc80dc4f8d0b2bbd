import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { keysOf, PNL_COLOURS, THEME_PRESETS } from './presets.ts'

/** Red, green and blue from 0 to 1, and how far it covers what lies below. */
interface Colour {
  readonly rgb: readonly number[]
  readonly alpha: number
}
type Tokens = ReadonlyMap<string, string>

/** The least contrast of text, and of what a picture is read by: WCAG 2.2, level AA. */
const TEXT = 4.5
const GRAPHIC = 3
/** The least distance in OKLab of two colours that mean different things. */
const APART = 0.1
/** Of two indicators, whose names stand beside their lines. */
const DISTINCT = 0.07

const PRESETS = keysOf(THEME_PRESETS)
const PALETTES = keysOf(PNL_COLOURS)
const GROUNDS = ['ground', 'surface', 'raised', 'overlay'] as const
const SERIES = [1, 2, 3, 4, 5, 6].map((n) => `series-${n}`)
const STATES = ['good', 'danger', 'warning', 'paper', 'live', 'pnl-up', 'pnl-down', 'accent'] as const

const rulesOf = (file: string) => {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({ selector: selector.trim(), body }))
}
const SCREEN = rulesOf('tokens.css')
const PAPER = rulesOf('print.css').filter(({ selector }) => selector.startsWith('html'))

/** What the style sheets make of <html> with these values of its data attributes: the more attributes a rule names, the later it counts. */
function tokensOf(rules: typeof SCREEN, html: Readonly<Record<string, string>>): Tokens {
  const conditions = (selector: string) => [...selector.matchAll(/\[data-(\w+)(?:='([\w-]+)')?\]/g)]
  const tokens = new Map<string, string>()
  const weight = ({ selector }: (typeof SCREEN)[number]) => conditions(selector).length + (selector.startsWith('html') ? 0.5 : 0)
  for (const { selector, body } of rules.toSorted((one, other) => weight(one) - weight(other))) {
    if (!conditions(selector).every(([, name = '', value]) => value === undefined || html[name] === value)) continue
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) tokens.set(name, value)
  }
  return tokens
}

function colourOf(tokens: Tokens, name: string): Colour {
  const text = tokens.get(name) ?? ''
  const [, hex] = /^#([0-9a-f]{6})$/.exec(text) ?? []
  if (hex !== undefined) return { rgb: [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255), alpha: 1 }
  const [, red, green, blue, percent] = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text) ?? []
  if (percent === undefined) throw new Error(`--${name} is no colour that this test reads: ${text}`)
  return { rgb: [red, green, blue].map((part) => Number(part) / 255), alpha: Number(percent) / 100 }
}

const over = ({ rgb, alpha }: Colour, below: Colour): Colour => ({
  rgb: rgb.map((part, i) => part * alpha + below.rgb[i]! * (1 - alpha)),
  alpha: 1,
})

const linear = ({ rgb }: Colour) => rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [one, other]
    .map(linear)
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Björn Ottosson’s OKLab, in which equal distances look alike. */
function oklab(colour: Colour): readonly number[] {
  const [red = 0, green = 0, blue = 0] = linear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
const distance = (one: Colour, other: Colour) => Math.hypot(...oklab(one).map((part, i) => part - oklab(other)[i]!))

/** The pairs that fall short, with their contrast. */
function faint(tokens: Tokens, pairs: readonly (readonly [shown: string, on: string, least: number])[]): string[] {
  const surface = colourOf(tokens, 'surface')
  return pairs.flatMap(([shown, on, least]) => {
    // A soft colour lies over one of the grounds: `good-soft over raised`.
    const [top = '', bottom] = on.split(' over ')
    const below = bottom === undefined ? over(colourOf(tokens, top), surface) : over(colourOf(tokens, top), colourOf(tokens, bottom))
    const found = contrast(over(colourOf(tokens, shown), below), below)
    return found < least ? [`${shown} on ${on}: ${found.toFixed(2)} of ${least}`] : []
  })
}

const WRITTEN: readonly (readonly [string, string, number])[] = [
  ...['text', 'muted', ...STATES].flatMap((shown) => GROUNDS.map((ground) => [shown, ground, TEXT] as const)),
  ...[...STATES, 'text'].flatMap((shown) =>
    ['ground', 'surface', 'raised'].map((ground) => [shown, `${shown === 'text' ? 'accent' : shown}-soft over ${ground}`, TEXT] as const),
  ),
  ['on-accent', 'accent-solid', TEXT],
  ['on-live', 'live', TEXT],
]
const DRAWN: readonly (readonly [string, string, number])[] = [
  ...['pnl-up', 'pnl-down', 'accent-solid'].flatMap((shown) =>
    ['ground', 'surface', 'raised'].map((ground) => [shown, ground, GRAPHIC] as const),
  ),
  // A line, and the name of its indicator beside it.
  ...SERIES.flatMap((shown) => [[shown, 'ground', GRAPHIC] as const, [shown, 'surface', TEXT] as const]),
]
/** The frames of fields. Those of the dark scheme are told by their fill too. */
const FRAMES = ['ground', 'surface', 'raised'].map((ground) => ['line-strong', ground, GRAPHIC] as const)

describe.each(PRESETS)('%s', (theme) => {
  describe.each(['dark', 'light'])('%s', (scheme) => {
    it.each(PALETTES)('has the contrast of WCAG AA in text and pictures, with %s', (pnl) => {
      const tokens = tokensOf(SCREEN, { theme, scheme, pnl })
      expect(faint(tokens, [...WRITTEN, ...DRAWN, ...(scheme === 'light' ? FRAMES : [])])).toEqual([])
    })

    it.each(PALETTES)('has it on paper too, with %s', (pnl) => {
      const tokens = tokensOf([...SCREEN, ...PAPER], { theme, scheme, pnl })
      expect(tokens.get('surface')).toBe('#ffffff')
      expect(faint(tokens, WRITTEN)).toEqual([])
    })
  })
})

describe.each(['dark', 'light'])('indicators of the %s scheme', (scheme) => {
  it.each(PALETTES)('have colours that mean neither gain nor loss, and are told from each other, with %s', (pnl) => {
    const tokens = tokensOf(SCREEN, { theme: 'midnight', scheme, pnl })
    const near = (one: string, other: string, least: number) => {
      const found = distance(colourOf(tokens, one), colourOf(tokens, other))
      return found < least ? [`${one} and ${other}: ${found.toFixed(3)} of ${least}`] : []
    }
    const ofResults = SERIES.flatMap((one) => ['pnl-up', 'pnl-down'].flatMap((other) => near(one, other, APART)))
    const ofEachOther = SERIES.flatMap((one, i) => SERIES.slice(i + 1).flatMap((other) => near(one, other, DISTINCT)))
    expect([...ofResults, ...ofEachOther]).toEqual([])
  })
})

it('every token of a dark preset has its light one', () => {
  const names = (selector: string) => {
    const { body = '' } = SCREEN.find((rule) => rule.selector === selector) ?? {}
    return [...body.matchAll(/--([\w-]+):/g)].map(([, name]) => name).filter((name) => name?.startsWith('series-') !== true)
  }
  for (const theme of PRESETS) expect(names(`[data-theme='${theme}'][data-scheme='light']`)).toEqual(names(`[data-theme='${theme}']`))
  for (const pnl of PALETTES) expect(names(`[data-pnl='${pnl}'][data-scheme='light']`)).toEqual(names(`[data-pnl='${pnl}']`))
})
