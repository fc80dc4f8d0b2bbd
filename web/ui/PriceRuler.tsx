import { styled } from 'styled-components'

const Track = styled.div`
  position: relative;
  height: 4px;
  border-radius: 2px;
  background: var(--overlay);

  /* Scaled, not resized: nothing is laid out anew. No transition: fifty bars that glide at every price keep the page drawing most of the time. */
  div {
    position: absolute;
    inset-block: 0;
    border-radius: 2px;
  }

  span {
    position: absolute;
    top: -3px;
    width: 2px;
    height: 10px;
    background: var(--muted);
  }
`

const Ends = styled.p`
  display: flex;
  justify-content: space-between;
  margin-top: 3px;
`

const Named = styled.div`
  margin-top: 8px;
`

interface PriceRulerProps {
  /** Premiums in rupees: stop below the entry, target above it. Null: no price yet. */
  readonly price: number | null
  readonly entry: number
  readonly stop: number
  readonly target: number
}

/** Where the premium of a bought option stands between its stop and its target, which are named below. */
export function PriceRuler(levels: PriceRulerProps) {
  return (
    <Named>
      <PriceBar {...levels} />
      <Ends aria-hidden>
        <span>Stop</span>
        <span>Target</span>
      </Ends>
    </Named>
  )
}

/** The ruler alone, where its ends are named elsewhere: a bar from the entry towards the stop or the target. */
export function PriceBar(levels: PriceRulerProps) {
  const { entryAt, way } = placeOnRuler(levels)
  return (
    <Track
      role="progressbar"
      aria-label={way < 0 ? 'Progress from entry to stop' : 'Progress from entry to target'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.abs(way) * 100)}
    >
      <div
        style={{
          ...(way < 0
            ? { left: 0, right: percent(1 - entryAt), transformOrigin: 'right', background: 'var(--pnl-down)' }
            : { left: percent(entryAt), right: 0, transformOrigin: 'left', background: 'var(--pnl-up)' }),
          transform: `scaleX(${Math.abs(way)})`,
        }}
      />
      <span aria-hidden style={{ left: `calc(${percent(entryAt)} - 1px)` }} />
    </Track>
  )
}

/**
 * `entryAt`: the entry's place on the ruler, a share of it from the stop. `way`: the share of the way from entry to target that the price
 * has gone, at most 1; of the way to the stop, negative, at least −1; 0 while the price is not known.
 */
export function placeOnRuler({ price, entry, stop, target }: PriceRulerProps): { readonly entryAt: number; readonly way: number } {
  const [up, down] = [Math.max(0, target - entry), Math.max(0, entry - stop)]
  const entryAt = up + down === 0 ? 0 : down / (up + down)
  if (price === null || price === entry) return { entryAt, way: 0 }
  const [moved, room] = price > entry ? [price - entry, up] : [entry - price, down]
  const way = room === 0 ? 1 : Math.min(1, moved / room)
  return { entryAt, way: price > entry ? way : -way }
}

const percent = (share: number) => `${share * 100}%`
