import { z } from 'zod'
import { tokenField } from '../../kit/credentialFields.ts'

export const codeInput = z.object({ code: tokenField('Code') })
