/** How well a text matches the query, and by which of its letters. */
export interface TextMatch {
  /** Higher fits better; comparable for one typed text only. */
  readonly score: number
  /** Positions of the matched letters, ascending. */
  readonly at: readonly number[]
}

const RUN = 8
const WORD_START = 6
const FAR_START = 0.05

/**
 * Finds the letters of `typed` in `text`, in order, upper and lower case alike, spaces typed between words ignored;
 * null when one is missing. Letters in a row and at the starts of words count most, and an earlier first letter more.
 * Of all ways to place the first letter the best is taken; the others follow at the nearest place.
 */
export function matchText(text: string, typed: string): TextMatch | null {
  const letters = [...typed.toLocaleLowerCase('en-IN')].filter((letter) => letter.trim() !== '')
  const first = letters[0]
  if (first === undefined) return { score: 0, at: [] }
  const lower = text.toLocaleLowerCase('en-IN')
  let best: TextMatch | null = null
  for (let start = lower.indexOf(first); start !== -1; start = lower.indexOf(first, start + 1)) {
    const at = follow(lower, letters, start)
    // Where the rest is not found from here, it is not found from later.
    if (at === null) break
    const score = scoreOf(lower, at)
    if (best === null || score > best.score) best = { score, at }
  }
  return best
}

function follow(lower: string, letters: readonly string[], start: number): readonly number[] | null {
  const at = [start]
  for (const letter of letters.slice(1)) {
    const next = lower.indexOf(letter, at.at(-1)! + 1)
    if (next === -1) return null
    at.push(next)
  }
  return at
}

function scoreOf(lower: string, at: readonly number[]): number {
  return at.reduce(
    (score, position, i) => {
      const startsWord = position === 0 || !/[\p{L}\p{N}]/u.test(lower.charAt(position - 1))
      return score + (at[i - 1] === position - 1 ? RUN : 0) + (startsWord ? WORD_START : 0)
    },
    -(at[0] ?? 0) * FAR_START,
  )
}
