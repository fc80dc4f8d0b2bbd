import { z } from 'zod'
import { AUDIENCES } from '../../../schema/announcements.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { given } from '../../kit/given.ts'
import { id, instant, seen } from '../../kit/inputFields.ts'

const { max } = LIMITS.announcements.text
const fields = z.object({
  text: seen(
    'text',
    z
      .string({ error: 'text must be a text' })
      .trim()
      .min(1, { error: 'text must not be empty' })
      .max(max, { error: ({ input }) => `text must have at most ${max} characters, got ${String(input).length}` }),
    'lines',
  ),
  from: instant('from'),
  to: instant('to'),
  audience: z.enum(AUDIENCES, { error: ({ input }) => `audience must be one of ${AUDIENCES.join(', ')}, got ${given(input)}` }),
})

const endsLater = ({ from, to }: z.output<typeof fields>) => to > from
const ENDS_LATER = { error: 'to must be later than from', path: ['to'] }

export const announcementInput = fields.refine(endsLater, ENDS_LATER)

/** `updatedAt`: of the announcement as it was when the editing began. */
export const announcementChange = fields.extend({ updatedAt: instant('updatedAt') }).refine(endsLater, ENDS_LATER)

export const announcementKey = z.object({ id: id('id') })
