import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { wholeNumber } from '../../kit/inputFields.ts'

const version = wholeNumber('version', 0, 1_000_000_000)
/** Judged by the rules of the tables themselves (prisma/marketTables.ts). */
const tables = z.record(z.string(), z.unknown(), { error: 'tables must be an object with the market tables' })
const vix = z.string({ error: 'vix must be the text of a CSV file' })

const change = z.object({
  tables: tables.nullish(),
  vix: vix.nullish(),
  undo: wholeNumber('undo', 1, 1_000_000_000).nullish(),
})

/** What a change consists of: exactly one of three. */
const exactlyOne = ({ tables, vix, undo }: z.output<typeof change>) => [tables, vix, undo].filter((each) => each != null).length === 1
const ONE = { error: 'Exactly one of tables, vix and undo is expected.', path: ['tables'] }

export const previewInput = change.refine(exactlyOne, ONE)
export type MarketProposal = z.output<typeof previewInput>

export const saveInput = change.extend({ version }).refine(exactlyOne, ONE)

export const marketHistoryInput = z.object({
  first: wholeNumber('first', 1, LIMITS.marketHistory.max).nullish(),
  before: version.nullish(),
})
