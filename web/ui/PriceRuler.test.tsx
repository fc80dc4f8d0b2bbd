import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { placeOnRuler, PriceRuler } from './PriceRuler.tsx'

describe('the ruler of a premium', () => {
  const levels = { entry: 100, stop: 80, target: 160 }

  it('has the entry where it lies between stop and target', () => {
    expect(placeOnRuler({ ...levels, price: 100 })).toEqual({ entryAt: 0.25, way: 0 })
    expect(placeOnRuler({ ...levels, price: null }).way).toBe(0)
  })

  it('grows from the entry: to the target by a gain, to the stop by a loss, and ends at both', () => {
    const way = (price: number) => placeOnRuler({ ...levels, price }).way
    expect([way(130), way(160), way(400)]).toEqual([0.5, 1, 1])
    expect([way(90), way(80), way(5)]).toEqual([-0.5, -1, -1])
  })

  it('knows a stop that has trailed above the entry: it is at its end', () => {
    expect(placeOnRuler({ entry: 100, stop: 110, target: 160, price: 95 })).toEqual({ entryAt: 0, way: -1 })
  })

  it('is read out by the level that the premium goes to', () => {
    const { rerender } = render(<PriceRuler {...levels} price={115} />)
    expect(screen.getByRole('progressbar', { name: 'Progress from entry to target' }).getAttribute('aria-valuenow')).toBe('25')
    rerender(<PriceRuler {...levels} price={95} />)
    expect(screen.getByRole('progressbar', { name: 'Progress from entry to stop' }).getAttribute('aria-valuenow')).toBe('25')
  })
})
