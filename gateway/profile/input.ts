import { z } from 'zod'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { emailField, nameField, tokenField } from '../server/credentialFields.ts'

export const profileInput = z.object({
  name: nameField.nullish(),
  email: emailField.nullish(),
  tradingIndex: z
    .enum(INDEX_SYMBOLS, { error: (issue) => `Trading index must be one of ${INDEX_SYMBOLS.join(', ')}, got ${String(issue.input)}` })
    .nullish(),
})
export const verifyEmailInput = z.object({ token: tokenField('The link') })
export const resendVerificationInput = z.object({ email: emailField })
