import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import { NewSockets } from './NewSockets.ts'

const NOON = Date.parse('2026-11-20T06:30:00Z')
const many = (count: number, admit: () => ReturnType<NewSockets['admit']>) => Array.from({ length: count }, admit)

describe('NewSockets', () => {
  it('takes fifty of an address that have not said who they are, and another one when one has or is gone', () => {
    const sockets = new NewSockets()
    const [first, ...others] = many(50, () => sockets.admit('10.0.0.1', NOON))
    expect([first, ...others].every((admitted) => admitted?.ok)).toBe(true)
    expect(sockets.admit('10.0.0.1', NOON)).toEqual({ ok: false, error: 3 })
    expect(sockets.admit('10.0.0.2', NOON).ok).toBe(true)
    if (first?.ok) for (let i = 0; i < 3; i++) first.value.leave()
    expect(sockets.admit('10.0.0.1', NOON).ok).toBe(true)
    expect(sockets.admit('10.0.0.1', NOON).ok).toBe(false)
  })

  it('takes three hundred of an address a minute, however soon they are gone', () => {
    const sockets = new NewSockets()
    const openAndLeave = (at: number) => {
      const admitted = sockets.admit('10.0.0.1', at)
      if (admitted.ok) admitted.value.leave()
      return admitted
    }
    expect(many(300, () => openAndLeave(NOON)).every(({ ok }) => ok)).toBe(true)
    expect(openAndLeave(NOON + 50 * SECOND)).toEqual({ ok: false, error: 10 })
    expect(sockets.admit('10.0.0.2', NOON + 50 * SECOND).ok).toBe(true)
    expect(openAndLeave(NOON + MINUTE).ok).toBe(true)
  })
})
