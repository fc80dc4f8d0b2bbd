import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { given } from '../../kit/given.ts'
import { date, emptyAllowed, id, wholeNumber } from '../../kit/inputFields.ts'
import { isAuditAction } from './actions.ts'

export const auditInput = z.object({
  limit: wholeNumber('limit', 1, LIMITS.auditLog.max).optional().default(LIMITS.auditLog.default),
  before: emptyAllowed(wholeNumber('before', 1, 2_147_483_647)),
})

const who = (name: string) =>
  emptyAllowed(
    z
      .string(`${name} must be text`)
      .trim()
      .toLowerCase()
      .max(LIMITS.auditLog.filter, `${name} must be at most ${LIMITS.auditLog.filter} characters long`),
  )

const auditFilter = z.object({
  action: emptyAllowed(z.string().refine(isAuditAction, { error: ({ input }) => `action must be the name of one, got ${given(input)}` })),
  account: who('account'),
  actor: who('actor'),
  fromDate: emptyAllowed(date('fromDate')),
  toDate: emptyAllowed(date('toDate')),
})
const inOrder = ({ fromDate, toDate }: z.output<typeof auditFilter>) => fromDate === null || toDate === null || fromDate <= toDate
const disorder = { path: ['toDate'], message: 'toDate must not be before fromDate' }

export const auditFilterInput = auditFilter.refine(inOrder, disorder)
export type AuditFilter = z.output<typeof auditFilterInput>

/** `2026-11-20T05:00:00.000Z_<account>_<sequence>`: the last entry of the page before. */
const AFTER = /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(?<accountId>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(?<sequence>\d{1,9})$/

export const auditPageInput = auditFilter
  .extend({
    first: emptyAllowed(wholeNumber('first', 1, LIMITS.auditLog.max)).transform((first) => first ?? LIMITS.auditLog.default),
    after: emptyAllowed(z.string('after must be text').regex(AFTER, 'after must be the `next` of a page')),
  })
  .refine(inOrder, disorder)

export interface AuditPlace {
  readonly at: Date
  readonly accountId: string
  readonly sequence: number
}

/** Where a page begins: after this entry. */
export function placeOf(after: string): AuditPlace {
  const { at = '', accountId = '', sequence = '' } = AFTER.exec(after)?.groups ?? {}
  return { at: new Date(at), accountId, sequence: Number(sequence) }
}

export const verifyInput = z.object({ after: emptyAllowed(id('after')) })
