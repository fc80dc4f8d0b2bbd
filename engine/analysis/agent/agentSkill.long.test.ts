import { describe, expect, it } from 'vitest'
import { usualPattern } from '../../sandbox/sources/plantPattern.ts'
import type { KeyRecord } from './KeyRecord.ts'
import { calibrationError } from './calibration.ts'
import { measureSkill } from './testing/measureSkill.ts'

const RANDOM = { pattern: null, sessions: 160, everyMinutes: 15 }

describe('on markets without anything to be found', () => {
  const records: KeyRecord[] = []
  const sum = (count: (record: KeyRecord) => number) => records.reduce((total, record) => total + count(record), 0)

  it.each(Array.from({ length: 20 }, (_, i) => 1_001 + i))('seed %i: in a hundred sessions not one trade is allowed', (seed) => {
    const { walk } = measureSkill(seed, RANDOM)
    expect(walk.record.gate.openedOn).toBeNull()
    expect(walk.gated).toEqual([])
    records.push(walk.record)
  })

  it('leads in less than half a per cent of the scans', () => {
    expect(sum((record) => record.leads) / sum((record) => record.scans)).toBeLessThan(0.005)
  })

  it('says where the index will be with eighty per cent, and it is', () => {
    const covered = sum((record) => record.covered) / sum((record) => record.outcomes)
    expect(covered).toBeGreaterThan(0.78)
    expect(covered).toBeLessThan(0.82)
  })
})

describe('on markets with a pattern', () => {
  it('finds a W on half of the days and proves it', () => {
    const { walk, ...skill } = measureSkill(1, { pattern: usualPattern('w'), sessions: 300 })
    expect(skill.found / skill.planted).toBeGreaterThan(0.85)
    expect(skill.wrong).toBe(0)
    expect(skill.opensAfter).toBeLessThanOrEqual(130)
    expect(skill.net).toBeGreaterThan(0.05)
    expect(calibrationError(walk.record.reliability)).toBeLessThan(0.05)
    expect(walk.record.covered / walk.record.outcomes).toBeGreaterThan(0.78)
    expect(walk.record.covered / walk.record.outcomes).toBeLessThan(0.82)
  })
})
