import { calibrationError, type ReliabilityBin } from '../analysis/agent/calibration.ts'
import type { KeyRecord } from '../analysis/agent/KeyRecord.ts'
import { percentCell } from './cells.ts'

export type Stated = Pick<KeyRecord, 'reliability' | 'brier' | 'baseBrier'>

/** Stated confidences: how many, what they said and what was, how far off they were in points, and their squared error beside the base rate's. */
export function calibrationCells({ reliability, brier, baseBrier }: Stated): [string, string, string, string] {
  const sum = (pick: (bin: ReliabilityBin) => number) => reliability.reduce((total, bin) => total + pick(bin), 0)
  const count = sum((bin) => bin.count)
  if (count === 0) return ['0', '–', '–', '–']
  const [said, was] = [sum((bin) => bin.said) / count, sum((bin) => bin.wins) / count]
  return [
    String(count),
    `${(100 * said).toFixed(1)}/${percentCell(was)}`,
    (100 * (calibrationError(reliability) ?? 0)).toFixed(1),
    `${(brier / count).toFixed(4)}/${(baseBrier / count).toFixed(4)}`,
  ]
}

/** The same of several records as if they were one, as a line of text; no line where fewer than two have stated any. */
export function togetherLine(records: readonly Stated[]): string[] {
  const stated = records.filter(({ reliability }) => reliability.some(({ count }) => count > 0))
  if (stated.length < 2) return []
  const sum = (pick: (record: Stated) => number) => stated.reduce((total, record) => total + pick(record), 0)
  const reliability = stated[0]!.reliability.map((_, i): ReliabilityBin => {
    const of = (name: keyof ReliabilityBin) => sum((record) => record.reliability[i]![name])
    return { count: of('count'), said: of('said'), wins: of('wins') }
  })
  const all = { reliability, brier: sum(({ brier }) => brier), baseBrier: sum(({ baseBrier }) => baseBrier) }
  const [count, saidAndWas, error, squared] = calibrationCells(all)
  return [`All lookbacks together: ${count} confidences, said/was ${saidAndWas}, off by ${error}, Brier ours/base ${squared}.`]
}
