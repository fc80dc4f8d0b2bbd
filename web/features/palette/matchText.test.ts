import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchText } from './matchText.ts'

const words = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))
const best = (typed: string, ...texts: string[]) =>
  texts
    .map((text) => ({ text, match: matchText(text, typed) }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => b.match!.score - a.match!.score)
    .map(({ text }) => text)

describe('matchText', () => {
  it('finds what has the letters in order, whatever their case, and nothing else', () => {
    expect(matchText('Trade History', 'TH')?.at).toEqual([0, 6])
    expect(matchText('Trade History', 'history')?.at).toEqual([6, 7, 8, 9, 10, 11, 12])
    expect(matchText('Trade History', 'ht')).not.toBeNull()
    expect(matchText('Trade History', 'hx')).toBeNull()
    expect(matchText('Live Trades', 'seld')).toBeNull()
  })

  it('puts whole words before scattered letters, and the beginning before the middle', () => {
    expect(best('live', 'Hide all values everywhere: list verse', 'Live Trades')[0]).toBe('Live Trades')
    expect(best('st', 'Emergency Stop', 'Strategies')).toEqual(['Strategies', 'Emergency Stop'])
  })

  it('names as many letters as were typed, ascending, each the one typed', () => {
    fc.assert(
      fc.property(words, fc.array(fc.boolean(), { minLength: 45, maxLength: 45 }), (text, picked) => {
        const typed = [...text].filter((_, i) => picked[i] === true).join('')
        const match = matchText(text, typed)
        const letters = [...typed.toLowerCase()].filter((letter) => letter !== ' ')
        expect(match?.at.map((position) => text.charAt(position).toLowerCase())).toEqual(letters)
        expect(match?.at.every((position, i) => i === 0 || position > match.at[i - 1]!)).toBe(true)
      }),
    )
  })
})
