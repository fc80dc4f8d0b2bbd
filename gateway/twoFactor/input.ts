import { z } from 'zod'
import { tokenField } from '../server/credentialFields.ts'

export const codeInput = z.object({ code: tokenField('Code') })
