/** A key of the grid on one index. */
interface GridKey {
  readonly lookback: number
  readonly open: boolean
}

/** Which gates decide for a user's lookback, and how they are: "Your lookback of 60 lies between 50 and 75: …". Null: none is known. */
export function gateSentence(lookback: number, keys: readonly GridKey[]): string | null {
  const sorted = keys.toSorted((a, b) => a.lookback - b.lookback)
  const below = sorted.findLast((key) => key.lookback <= lookback)
  const above = sorted.find((key) => key.lookback >= lookback)
  if (!below || !above) return null
  if (below === above) return `Your lookback is ${lookback}: its gate is ${stateOf(below)}.`
  const now =
    below.open === above.open
      ? `both are ${stateOf(below)}`
      : `${below.lookback} is ${stateOf(below)}, ${above.lookback} is ${stateOf(above)}`
  return `Your lookback of ${lookback} lies between ${below.lookback} and ${above.lookback}, whose records count for it: its gate is open when both of theirs are. Now ${now}.`
}

const stateOf = ({ open }: GridKey) => (open ? 'open' : 'closed')
