import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { REAL_QUARTER } from '../../schema/trading/realQuarter.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { agentWalkForward } from './agentWalkForward.ts'

const FOLDER = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data')
const fileOf = (index: string) => path.join(FOLDER, `${index}-1min-2024Q1.csv.gz`)
const missing = REAL_QUARTER.indices.map(fileOf).find((file) => !existsSync(file))

interface Walked {
  readonly sessions: number
  readonly walks: readonly { readonly record: KeyRecord }[]
}

it.skipIf(missing !== undefined)(
  'the real quarter comes to what README and page say of it: no gate opens, and buying at every scan loses as much (skipped where the recording is not)',
  async () => {
    const records: KeyRecord[] = []
    for (const index of REAL_QUARTER.indices) {
      const args = ['--candles', fileOf(index), '--index', index, '--warm-up', String(REAL_QUARTER.warmUp), '--json']
      const { sessions, walks } = JSON.parse(await agentWalkForward(args)) as Walked
      expect(sessions - REAL_QUARTER.warmUp).toBe(REAL_QUARTER.days)
      records.push(...walks.map(({ record }) => record))
    }
    expect(records).toHaveLength(REAL_QUARTER.gates)
    expect(records.map(({ gate }) => gate.openedOn)).toEqual(records.map(() => null))
    const lost = records.map(({ control }) => Number((-control.sum / control.count).toFixed(3)))
    expect({ least: Math.min(...lost), most: Math.max(...lost) }).toEqual(REAL_QUARTER.lost)
  },
  600_000,
)
