import { Children, Component, createRef, isValidElement, type ReactNode } from 'react'
import { styled } from 'styled-components'

const MOVE_MS = 160

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
  gap: 12px;
`

type Places = ReadonlyMap<Element, { readonly left: number; readonly top: number }>

/**
 * Trade cards beside each other, as many as fit. When one comes or goes the others glide to their new places: nothing jumps from under a finger.
 * A class, because only that is asked right before the page changes; while the cards stay the same nothing is measured.
 */
export class TradeGrid extends Component<{ readonly children: ReactNode }> {
  readonly #grid = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(before: { readonly children: ReactNode }): Places | null {
    return keysOf(before.children) === keysOf(this.props.children) ? null : this.#places()
  }

  override componentDidUpdate(_before: unknown, _state: unknown, places: Places | null) {
    if (!places) return
    for (const [card, { left, top }] of this.#places()) {
      const before = places.get(card)
      if (!before || (before.left === left && before.top === top)) continue
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
      const from = `translate(${before.left - left}px, ${before.top - top}px)`
      card.animate([{ transform: from }, { transform: 'none' }], { duration: MOVE_MS, easing: 'ease-out' })
    }
  }

  #places(): Places {
    const cards = [...(this.#grid.current?.children ?? [])].filter((card) => card instanceof HTMLElement)
    return new Map(cards.map((card) => [card, { left: card.offsetLeft, top: card.offsetTop }]))
  }

  override render() {
    return <Grid ref={this.#grid}>{this.props.children}</Grid>
  }
}

const keysOf = (cards: ReactNode) => Children.map(cards, (card) => (isValidElement(card) ? card.key : null))?.join()
