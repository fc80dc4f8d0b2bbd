import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { parseIndicator } from '../../../schema/rules/parseOperand.ts'
import { BACKWARDS, inOrder } from '../../kit/inputFields.ts'
import { stretchInput } from '../market/input.ts'

const { specs } = LIMITS.indicators
const complaint = `specs must name 1 to ${specs} indicators`

export const indicatorsInput = stretchInput
  .extend({ specs: z.array(z.string('specs must be texts'), 'specs must be a list').min(1, complaint).max(specs, complaint) })
  .refine(inOrder, BACKWARDS)
  .transform(({ specs: texts, ...stretch }, context) => ({
    ...stretch,
    calls: texts.flatMap((text) => {
      const call = parseIndicator(text.replaceAll(' ', ''), stretch.interval)
      if (call.ok) return [call.value]
      context.addIssue({ code: 'custom', path: ['specs'], message: `specs: ${call.error}` })
      return []
    }),
  }))
